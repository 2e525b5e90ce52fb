import { stemmer as stem } from '@orama/stemmers/indonesian'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'persen euro dolar pound derajat celsius minus',
  functionWords: `
    ada adalah agar akan aku anda antara apa apakah atas atau bagaimana bagi banyak bawah beberapa beliau belum berapa
    berapakah bila bisa boleh bukan dalam dan dapat dari dengan di dia dimana hanya harus hingga ia ialah ingin ini
    itu jangan jika juga kadang kalau kami kamu kapan karena ke kenapa kepada ketika kita lagi lain lainnya lebih maka
    mana masih mau melalui mengapa menurut mereka merupakan meskipun mungkin namun nya oleh pada paling para pernah
    pun saat saja sambil sampai sana sangat saya sebab sebagai sebelum sebuah sedang sedangkan sedikit sehingga sejak
    sekali selalu selama seluruh sementara semua seorang seperti sering seseorang sesuatu sesudah setelah setiap siapa
    sini situ suatu sudah supaya tak tanpa tapi telah tentang terhadap terlalu tersebut tetapi tiap tidak tolong untuk
    walaupun yaitu yakni yang
  `,
}
