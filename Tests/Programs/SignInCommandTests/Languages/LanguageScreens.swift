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





                  ◆ Anmelden

                    ╭─ E-Mail ───────────────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰──────────────────────────────────────────────────╯
                      ✗ Die E-Mail ist ungültig. Sie enthält kein @.
                    ┏━ Passwort ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                      ✗ Das Passwort muss 6 bis 20 Zeichen lang sein.

                    [ ] E-Mail merken                      Anmelden ⏎

                    F2 zeigen  F3 Konto anlegen  F1 Hilfe  Esc Abbruch
      """,
      .small: """
      ◆ Anmelden
      ╭─ E-Mail ───────────────────────── ✗ ─╮
      │ a                                    │
      ╰─ ✗ Die E-Mail ist ungültig. ─────────╯
           Sie enthält kein @.
      ┏━ Passwort ━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ ✗ Das Passwort muss 6 bis ━━━━━━━━━━┛
           20 Zeichen lang sein.
      [ ] E-Mail merken          Anmelden ⏎

      F3 Konto anlegen  F1 Hilfe  Esc Abbruch
      """,
    ],
    "es": [
      .medium: """





                  ◆ Iniciar sesión

                    ╭─ Correo electrónico ───────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰──────────────────────────────────────────────────╯
                      ✗ El correo introducido no es válido. No tiene @.
                    ┏━ Contraseña ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                      ✗ La contraseña debe tener de 6 a 20 caracteres.

                    [ ] Recordar correo              Iniciar sesión ⏎

                    F2 ver   F3 crear cuenta   F1 teclas   Esc cancelar
      """,
      .small: """
      ◆ Iniciar sesión
      ╭─ Correo electrónico ───────────── ✗ ─╮
      │ a                                    │
      ╰─ ✗ El correo introducido no ─────────╯
           es válido. No tiene @.
      ┏━ Contraseña ━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ ✗ La contraseña debe tener ━━━━━━━━━┛
           de 6 a 20 caracteres.
      [ ] Recordar correo    Iniciar sesión

      F3 crear cuenta  F1 teclas  Esc cancelar
      """,
    ],
    "fr": [
      .medium: """





                  ◆ Se connecter

                    ╭─ Adresse e-mail ───────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰──────────────────────────────────────────────────╯
                      ✗ L’adresse e-mail n’est pas
                        valide. Il manque un @.
                    ┏━ Mot de passe ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                      ✗ Le mot de passe doit avoir de 6 à 20 caractères.

                    [ ] Retenir l’adresse              Se connecter ⏎

                    F2 voir   F3 créer un compte   F1 aide   Esc annuler
      """,
      .small: """
      ◆ Se connecter
      ╭─ Adresse e-mail ───────────────── ✗ ─╮
      │ a                                    │
      ╰─ ✗ L’adresse e-mail n’est pas ───────╯
           valide. Il manque un @.
      ┏━ Mot de passe ━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ ✗ Le mot de passe doit avoir ━━━━━━━┛
           de 6 à 20 caractères.
      [ ] Retenir l’adresse    Se connecter

      F3 créer un compte  F1 aide  Esc annuler
      """,
    ],
    "ja": [
      .medium: """





                  ◆ サインイン

                    ╭─ メールアドレス ───────────────────────────── ✗ ─╮
                    │ a                                                │
                    ╰──────────────────────────────────────────────────╯
                      ✗ メールアドレスの形式が正しくありません。 @ が
                        ありません。
                    ┏━ パスワード ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
                    ┃ •                                                ┃
                    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                      ✗ パスワードは 6〜20 文字で入力してください。

                    [ ] アドレスを記憶                   サインイン ⏎

                    F2 表示   F3 アカウント作成   F1 キー   Esc 中止
      """,
      .small: """
      ◆ サインイン
      ╭─ メールアドレス ───────────────── ✗ ─╮
      │ a                                    │
      ╰─ ✗ メールアドレスの形式が正しく ─────╯
           ありません。 @ がありません。
      ┏━ パスワード ━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
      ┃ •                                    ┃
      ┗━ ✗ パスワードは 6〜20 文 ━━━━━━━━━━━━┛
           字で入力してください。
      [ ] アドレスを記憶       サインイン ⏎

      F3 アカウント作成   F1 キー   Esc 中止
      """,
    ],
  ]

  /// The panel of keys.
  static let keys: [String: String] = [
    "de": """
     Anmelden: Tasten

     Formular                               Bewegen
     Tab, ↓           nächstes Feld         ←, Strg-B          Zeichen nach links
     Umschalt-Tab, ↑  voriges Feld          →, Strg-F          Zeichen nach rechts
     Enter            weiter, absenden      Strg-←, Alt-B      Wort nach links
     Leertaste        ankreuzen, drücken    Strg-→, Alt-F      Wort nach rechts
     F2, Alt-P        Passwort 5 s zeigen   Pos1, Strg-A       zum Anfang
     F3, Alt-C        Konto anlegen         Ende, Strg-E       zum Ende
     F1, Alt-H        alle Tasten
     Esc              Abbruch               Bearbeiten
                                            Rücktaste, Strg-H  links löschen
     Programm                               Entf, Strg-D       rechts löschen
     Strg-L           Bild neu zeichnen     Alt-Rücktaste      Wort links löschen
     Strg-Z           anhalten              Alt-D              Wort rechts löschen
     Strg-C           beenden               Strg-W             bis Lücke löschen
                                            Strg-U             bis Anfang löschen
                                            Strg-K             bis Ende löschen
                                            Strg-Y             Gelöschtes einfügen
                                            Strg-_             rückgängig
                                            Alt-_              wiederherstellen

     Jede Taste: zurück
    """,
    "es": """
      Iniciar sesión: teclas

      Formulario                          Mover
      Tab o ↓        campo siguiente      ← o Ctrl-B          carácter a la izq.
      Mayús-Tab o ↑  campo anterior       → o Ctrl-F          carácter a la der.
      Intro          seguir o enviar      Ctrl-← o Alt-B      palabra a la izq.
      Espacio        marcar, pulsar       Ctrl-→ o Alt-F      palabra a la der.
      F2 o Alt-P     ver contraseña 5 s   Inicio o Ctrl-A     al principio
      F3 o Alt-C     crear una cuenta     Fin o Ctrl-E        al final
      F1 o Alt-H     todas las teclas
      Esc            cancelar             Editar
                                          Retroceso o Ctrl-H  borrar a la izq.
      Programa                            Supr o Ctrl-D       borrar a la der.
      Ctrl-L         redibujar pantalla   Alt-Retroceso       cortar palabra izq.
      Ctrl-Z         suspender            Alt-D               cortar palabra der.
      Ctrl-C         salir                Ctrl-W              cortar hasta blanco
                                          Ctrl-U              cortar lo anterior
                                          Ctrl-K              cortar lo siguiente
                                          Ctrl-Y              pegar lo cortado
                                          Ctrl-_              deshacer
                                          Alt-_               rehacer

      Una tecla: volver
    """,
    "fr": """
      Se connecter : touches

      Formulaire                         Curseur
      Tab ou ↓      champ suivant        ← ou Ctrl-B          caractère à gauche
      Maj-Tab ou ↑  champ précédent      → ou Ctrl-F          caractère à droite
      Entrée        avancer ou valider   Ctrl-← ou Alt-B      mot à gauche
      Espace        cocher, appuyer      Ctrl-→ ou Alt-F      mot à droite
      F2 ou Alt-P   voir la saisie 5 s   Début ou Ctrl-A      au début
      F3 ou Alt-C   créer un compte      Fin ou Ctrl-E        à la fin
      F1 ou Alt-H   toutes les touches
      Esc           annuler              Édition
                                         Ret. arr. ou Ctrl-H  effacer à gauche
      Programme                          Suppr ou Ctrl-D      effacer à droite
      Ctrl-L        redessiner l’écran   Alt-Ret. arr.        couper mot à gauche
      Ctrl-Z        suspendre            Alt-D                couper mot à droite
      Ctrl-C        quitter              Ctrl-W               couper dès l’espace
                                         Ctrl-U               couper le début
                                         Ctrl-K               couper la fin
                                         Ctrl-Y               coller texte coupé
                                         Ctrl-_               défaire
                                         Alt-_                refaire

      Une touche pour fermer
    """,
    "ja": """
     サインイン: キー操作

     フォーム                              移動
     Tab か ↓        次の項目へ            ← か Ctrl-B          1 文字左へ
     Shift-Tab か ↑  前の項目へ            → か Ctrl-F          1 文字右へ
     Enter           次へ進む・送信        Ctrl-← か Alt-B      1 単語左へ
     スペース        チェック・実行        Ctrl-→ か Alt-F      1 単語右へ
     F2 か Alt-P     パスワード 5 秒表示   Home か Ctrl-A       先頭へ
     F3 か Alt-C     アカウントを作成      End か Ctrl-E        末尾へ
     F1 か Alt-H     キー操作一覧
     Esc             中止                  編集
                                           Backspace か Ctrl-H  左の文字を削除
     コマンド                              Delete か Ctrl-D     右の文字を削除
     Ctrl-L          画面を再描画          Alt-Backspace        左の単語をカット
     Ctrl-Z          一時停止              Alt-D                右の単語をカット
     Ctrl-C          終了                  Ctrl-W               左の空白までカット
                                           Ctrl-U               先頭までカット
                                           Ctrl-K               末尾までカット
                                           Ctrl-Y               カット内容を挿入
                                           Ctrl-_               元に戻す
                                           Alt-_                やり直す

     何かキーで閉じる
    """,
  ]
}
