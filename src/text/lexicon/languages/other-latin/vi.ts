import type { LanguageTable } from '../../language.ts'

const tones = /[\u0300\u0301\u0303\u0309\u0323]/

/** The tone is written on one vowel or its neighbour (`hòa`, `hoà`): here it is moved after the syllable. */
function toneLast(syllable: string): string {
  const apart = syllable.normalize('NFD')
  const tone = tones.exec(apart)?.[0] ?? ''
  return apart.replace(tones, '').normalize('NFC') + tone
}

export const table: LanguageTable = {
  stem: toneLast,
  isSyllabic: true,
  functionWords: `
    ai gì nào đâu sao nhiêu mấy khi lúc tại vì bởi do thì mà là và với hay hoặc nhưng tuy dù nếu để cho của từ đến
    tới trong ngoài trên dưới giữa về theo như bằng qua ở vào ra
    tôi ta mình bạn nó họ chúng này kia đó đấy ấy đây các những một mọi mỗi từng nhiều ít vài cả tất đã đang sẽ sắp
    vừa chưa không chẳng đừng có được bị phải cần nên
    rất quá lắm hơn cũng vẫn còn lại chỉ đều cùng thế vậy rằng à ạ nhé hả sự việc cái
    như_thế bao_nhiêu bao_lâu bao_xa bao_giờ tại_sao vì_sao khi_nào ở_đâu thế_nào có_thể
  `,
}
