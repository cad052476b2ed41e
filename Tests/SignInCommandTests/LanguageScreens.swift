/// The screens in each language, as a speaker of the language has proofread them.
enum LanguageScreens {
  enum Size: CaseIterable {
    case medium, small

    var columns: Int { self == .medium ? 80 : 40 }
    var rows: Int { self == .medium ? 24 : 12 }
  }

  /// The form with two invalid fields.
  static let form: [String: [Size: String]] = [
    "de": [
      .medium: """





                    Anmelden

                    ╭─ E-Mail ───────────────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰─ Die E-Mail ist ungültig. ───────────────────────╯

                    ┏━ Passwort ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━ Das Passwort muss 6 bis 20 Zeichen lang sein. ━━┛

                    [ ] E-Mail merken                     ▐  Anmelden  ▌

                    F2 zeigen  F3 Konto anlegen  F1 Hilfe  Esc Abbruch
      """,
      .small: """
      Anmelden
      ╭─ E-Mail ───────────────────────── ✗ ─╮
      │ a                                    │
      ╰─ Die E-Mail ist ungültig. ───────────╯

      ┏━ Passwort ━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ Das Passwort muss 6 bis ━━━━━━━━━━━━┛
         20 Zeichen lang sein.
      [ ] E-Mail merken         ▐  Anmelden  ▌

      F3 Konto anlegen  F1 Hilfe  Esc Abbruch
      """,
    ],
    "es": [
      .medium: """





                    Iniciar sesión

                    ╭─ Correo electrónico ───────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰─ El correo introducido no es válido. ────────────╯

                    ┏━ Contraseña ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━ La contraseña debe tener de 6 a 20 caracteres. ━┛

                    [ ] Recordar mi correo          ▐  Iniciar sesión  ▌

                    F2 ver   F3 crear cuenta   F1 teclas   Esc cancelar
      """,
      .small: """
      Iniciar sesión
      ╭─ Correo electrónico ───────────── ✗ ─╮
      │ a                                    │
      ╰─ El correo introducido no es válido. ╯

      ┏━ Contraseña ━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ La contraseña debe tener ━━━━━━━━━━━┛
         de 6 a 20 caracteres.
                          ▐  Iniciar sesión  ▌

      F3 crear cuenta  F1 teclas  Esc cancelar
      """,
    ],
    "fr": [
      .medium: """





                    Se connecter

                    ╭─ Adresse e-mail ───────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰─ L’adresse e-mail n’est pas valide. ─────────────╯

                    ┏━ Mot de passe ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗ Le mot de passe doit avoir de 6 à 20 caractères. ┛

                    [ ] Retenir mon adresse           ▐  Se connecter  ▌

                    F2 voir   F3 créer un compte   F1 aide   Esc annuler
      """,
      .small: """
      Se connecter
      ╭─ Adresse e-mail ───────────────── ✗ ─╮
      │ a                                    │
      ╰─ L’adresse e-mail n’est pas valide. ─╯

      ┏━ Mot de passe ━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ Le mot de passe doit avoir ━━━━━━━━━┛
         de 6 à 20 caractères.
                            ▐  Se connecter  ▌

      F3 créer un compte  F1 aide  Esc annuler
      """,
    ],
    "ja": [
      .medium: """





                    サインイン

                    ╭─ メールアドレス ───────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰─ メールアドレスの形式が正しくありません。 ───────╯

                    ┏━ パスワード ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━ パスワードは 6〜20 文字で入力してください。 ━━━━┛

                    [ ] メールアドレスを記憶            ▐  サインイン  ▌

                    F2 表示   F3 アカウント作成   F1 キー   Esc 中止
      """,
      .small: """
      サインイン
      ╭─ メールアドレス ───────────────── ✗ ─╮
      │ a                                    │
      ╰─ メールアドレスの形式 ───────────────╯
         が正しくありません。
      ┏━ パスワード ━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ パスワードは 6〜20 文 ━━━━━━━━━━━━━━┛
         字で入力してください。
                              ▐  サインイン  ▌

      F3 アカウント作成   F1 キー   Esc 中止
      """,
    ],
  ]

  /// The panel of keys.
  static let keys: [String: String] = [
    "de": """



    ╭─ Tasten ─────────────────────────────────────────────────────────────────────╮
    │ Tab Down          nächstes Feld        Left Ctrl-B       Zeichen nach links  │
    │ Shift-Tab Up      voriges Feld         Right Ctrl-F      Zeichen nach rechts │
    │ Enter             weiter, absenden     Ctrl-Left Alt-B   Wort nach links     │
    │ Space             ankreuzen, drücken   Ctrl-Right Alt-F  Wort nach rechts    │
    │ F2 Alt-P          Passwort 5 s zeigen  Home Ctrl-A       zum Anfang          │
    │ F3 Alt-C          Konto anlegen        End Ctrl-E        zum Ende            │
    │ F1 Alt-H          alle Tasten          Backspace Ctrl-H  links löschen       │
    │ Esc               Abbruch              Delete Ctrl-D     rechts löschen      │
    │ Ctrl-L            Bild neu zeichnen    Alt-Backspace     Wort links löschen  │
    │ Ctrl-Z            anhalten             Alt-D             Wort rechts löschen │
    │ Ctrl-C            beenden              Ctrl-W            bis Lücke löschen   │
    │                                        Ctrl-U            bis Anfang löschen  │
    │                                        Ctrl-K            bis Ende löschen    │
    │                                        Ctrl-Y            Gelöschtes einfügen │
    │                                        Ctrl-_            rückgängig          │
    │                                        Alt-_             wiederherstellen    │
    ╰─ Esc schließen ──────────────────────────────────────────────────────────────╯
    """,
    "es": """



    ╭─ Teclas ─────────────────────────────────────────────────────────────────────╮
    │ Tab Down          campo siguiente      Left Ctrl-B       carácter a la izq.  │
    │ Shift-Tab Up      campo anterior       Right Ctrl-F      carácter a la der.  │
    │ Enter             seguir o enviar      Ctrl-Left Alt-B   palabra a la izq.   │
    │ Space             marcar, pulsar       Ctrl-Right Alt-F  palabra a la der.   │
    │ F2 Alt-P          ver contraseña 5 s   Home Ctrl-A       al principio        │
    │ F3 Alt-C          crear una cuenta     End Ctrl-E        al final            │
    │ F1 Alt-H          todas las teclas     Backspace Ctrl-H  borrar a la izq.    │
    │ Esc               cancelar             Delete Ctrl-D     borrar a la der.    │
    │ Ctrl-L            redibujar pantalla   Alt-Backspace     cortar palabra izq. │
    │ Ctrl-Z            suspender            Alt-D             cortar palabra der. │
    │ Ctrl-C            salir                Ctrl-W            cortar hasta blanco │
    │                                        Ctrl-U            cortar lo anterior  │
    │                                        Ctrl-K            cortar lo siguiente │
    │                                        Ctrl-Y            pegar lo cortado    │
    │                                        Ctrl-_            deshacer            │
    │                                        Alt-_             rehacer             │
    ╰─ Esc cerrar ─────────────────────────────────────────────────────────────────╯
    """,
    "fr": """



    ╭─ Touches ────────────────────────────────────────────────────────────────────╮
    │ Tab Down          champ suivant        Left Ctrl-B       caractère à gauche  │
    │ Shift-Tab Up      champ précédent      Right Ctrl-F      caractère à droite  │
    │ Enter             avancer ou valider   Ctrl-Left Alt-B   mot à gauche        │
    │ Space             cocher, appuyer      Ctrl-Right Alt-F  mot à droite        │
    │ F2 Alt-P          voir la saisie 5 s   Home Ctrl-A       au début            │
    │ F3 Alt-C          créer un compte      End Ctrl-E        à la fin            │
    │ F1 Alt-H          toutes les touches   Backspace Ctrl-H  effacer à gauche    │
    │ Esc               annuler              Delete Ctrl-D     effacer à droite    │
    │ Ctrl-L            redessiner l’écran   Alt-Backspace     couper mot à gauche │
    │ Ctrl-Z            suspendre            Alt-D             couper mot à droite │
    │ Ctrl-C            quitter              Ctrl-W            couper dès l’espace │
    │                                        Ctrl-U            couper le début     │
    │                                        Ctrl-K            couper la fin       │
    │                                        Ctrl-Y            coller texte coupé  │
    │                                        Ctrl-_            défaire             │
    │                                        Alt-_             refaire             │
    ╰─ Esc fermer ─────────────────────────────────────────────────────────────────╯
    """,
    "ja": """



    ╭─ キー操作 ──────────────────────────────────────────────────────────────────╮
    │ Tab Down          次の項目へ           Left Ctrl-B       1 文字左へ         │
    │ Shift-Tab Up      前の項目へ           Right Ctrl-F      1 文字右へ         │
    │ Enter             次へ進む・送信       Ctrl-Left Alt-B   1 単語左へ         │
    │ Space             チェック・実行       Ctrl-Right Alt-F  1 単語右へ         │
    │ F2 Alt-P          パスワード 5 秒表示  Home Ctrl-A       先頭へ             │
    │ F3 Alt-C          アカウントを作成     End Ctrl-E        末尾へ             │
    │ F1 Alt-H          キー操作一覧         Backspace Ctrl-H  左の文字を削除     │
    │ Esc               中止                 Delete Ctrl-D     右の文字を削除     │
    │ Ctrl-L            画面を再描画         Alt-Backspace     左の単語をカット   │
    │ Ctrl-Z            一時停止             Alt-D             右の単語をカット   │
    │ Ctrl-C            終了                 Ctrl-W            左の空白までカット │
    │                                        Ctrl-U            先頭までカット     │
    │                                        Ctrl-K            末尾までカット     │
    │                                        Ctrl-Y            カット内容を挿入   │
    │                                        Ctrl-_            元に戻す           │
    │                                        Alt-_             やり直す           │
    ╰─ Esc 閉じる ────────────────────────────────────────────────────────────────╯
    """,
  ]
}
