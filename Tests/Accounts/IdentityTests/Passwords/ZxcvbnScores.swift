/// 200 passwords with their scores by zxcvbn 4.5.0 (Python), for an owner whose email is `ada.lovelace@gmail.com`.
enum ZxcvbnScores {
  static let all: [(score: Int, password: String)] = table.split(separator: "\n").map { line in
    (Int(line.prefix(1)) ?? 0, String(line.dropFirst(2)))
  }

  private static let table = """
    0 password
    0 123456
    0 qwerty
    0 letmein
    0 dragon
    0 monkey
    0 passwordpassword
    0 Password1
    0 password123
    0 pa55word
    0 drowssap
    0 iloveyou
    0 sunshine
    0 football
    0 baseball
    0 superman
    0 starwars
    0 master
    0 hello
    0 hellohello
    1 hellohello1
    0 hello123
    0 welcome1
    0 abc123
    3 correct horse
    4 correct horse battery staple
    3 battery staple
    4 correcthorsebatterystaple
    3 correct-horse
    0 horse
    1 staple9
    4 Battery staple 9
    3 purple elephant
    2 green tea
    0 qwertyuiop
    0 zxcvbnm
    0 1qaz2wsx
    0 qwer1234
    0 asdf1234
    1 !QAZ2wsx
    1 zxcvbn123
    0 poiuytrewq
    0 qwerty12
    0 1q2w3e4r
    0 mnbvcxz
    0 asdfasdf
    0 aaaaaaaa
    0 aaaaaaaaaaaa
    0 11111111
    0 abcabcabc
    0 abababab
    0 123123123
    0 abcdefgh
    0 abcdefghijkl
    0 hgfedcba
    0 87654321
    1 13579135
    0 zzzzzz
    0 0123456789
    1 19840213
    1 13021984
    1 02/13/1984
    1 1984-02-13
    1 130284
    1 07041776
    1 summer2019
    2 Summer2019!
    1 winter2020
    1 ada1815
    1 december25
    1 march1990
    2 x7Kq9vLm
    1 8fJ2kQ
    3 vT9wKx4Lq
    1 3kd9Xw
    1 q8Zr5t
    1 b7$kL0
    1 J8s!d9
    3 mK3vR8qW2z
    4 nR4$wT6^yU8&
    1 k2j4h6
    1 zx8Qm
    2 zKqXvWpL
    2 7h3Gd92k
    2 ada lovelace
    1 lovelace1815
    2 ada@lovelace
    0 ada.lovelace
    1 Lovelace!
    0 adaada
    2 gmail.com ada
    1 gmailada
    0 lovelace
    0 ecalevol
    0 jennifer
    0 michael1
    0 robert
    1 thomas99
    0 elizabeth
    1 smith123
    0 johnson
    1 williams7
    1 Charlie2
    1 maria2001
    0 danielle
    0 christopher
    2 Tr0ub4dour&3
    1 d3v3lop3r
    1 s3cur1ty
    2 l33tsp34k
    1 4dm1n1str4t0r
    0 m0nk3y
    0 f00tb4ll
    0 elephant
    0 computer
    1 keyboard
    0 internet
    0 mountain
    0 butterfly
    1 chocolate
    1 strawberry
    0 university
    0 beautiful
    0 information
    1 mountainriver
    1 bluesky
    1 redcar
    1 happyday
    1 coldwinter
    1 blackcat
    1 whitehouse
    1 goodmorning
    1 goodnight
    4 the quick brown fox
    4 to be or not to be
    3 let it be
    3 over the rainbow
    4 once upon a time
    3 open sesame
    1 wonderful7
    2 sunny!day
    2 coffee&tea
    4 cat+dog=love
    2 blue42moon
    2 river_bank
    1 3musketeers
    2 apple.pie
    3 fish'n'chips
    2 gnusbrot
    3 kaffeetasse
    2 sommerzeit
    1 bonjour
    1 mariposa
    1 corazon
    3 tomodachi
    1 sakura
    0 Xk9
    2 zQ!7pL@2
    2 hT6^jW9(
    2 yR3*eD5)
    2 5vB8nM2k
    2 w2E4r6T8
    1 lkjhgf
    2 mnbv0987
    4 thisisalongpassphrase
    3 anotherverylongone
    3 whatisthepassword
    1 mysecretpassword
    1 newpassword1
    0 changeme
    1 changeme123
    0 admin
    1 administrator
    1 root
    2 éléphant
    3 über-alles
    1 naïve
    1 café
    1 crème
    1 garçon
    4 paper-bread-river
    4 river-cloud-stone
    4 garden-yellow-table
    4 yellow-window-light
    4 garden-window-river
    4 bread-seven-yellow
    1 zfnKpc
    1 mgfmqS
    1 WstSqk
    2 o21oKpda
    2 ZPNtriSP
    2 vMUC6j7O
    2 rJ1Bkkz7
    3 T3hSiXLBwo
    3 h6MdHmBll1
    3 fhY4saZPZu
    3 RUz8DHWWUd
    4 1Qkh8DJvaeKV
    4 gfvqPf9QXtQc
    4 YbmoGGSakb7Q
    """
}
