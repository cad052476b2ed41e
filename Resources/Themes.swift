public enum Themes {}
