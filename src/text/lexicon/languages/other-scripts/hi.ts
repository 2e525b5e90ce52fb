import { stemmer as hindiStem } from '@orama/stemmers/indian'
import type { LanguageTable } from '../../language.ts'

/** The dot below a letter and the two signs of nasal vowels are left out at will. */
const oneSpelling = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\u093c/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
const stem = (word: string): string => hindiStem(oneSpelling(word))

export const table: LanguageTable = {
  stem,
  signs: 'प्रतिशत यूरो डॉलर पाउंड डिग्री सेल्सियस माइनस',
  isOtherScript: true,
  hasDecimalPoint: true,
  functionWords: `
    अंदर अगर अधिक अन्य अपना अपनी अपने अब आप आपका आपके इन इनका इनके इन्हें इस इसका इसकी इसके इसमें इसे उन उनका उनकी
    उनके उन्हें उस उसका उसकी उसके उसे ऊपर एवं और कब कम कर करता करती करते करना करने कहाँ कहां का कि किंतु कितना कितनी
    कितने किन किया किस किसका किसकी किसके किसने किसी किसे की कुछ के कैसा कैसी कैसे को कोई कौन कौनसा कौनसी क्या क्यों
    क्योंकि गई गए गया चाहिए जब जहाँ जहां जा जाता जाती जाते जिन जिन्हें जिस जिसका जिसकी जिसके जिसे जैसा जैसे जो तक तथा
    तब ताकि तुम तो था थी थे दूसरे द्वारा न नहीं ना नीचे ने पर परंतु पहले फिर बहुत बाद बारे बिना बीच भी मगर मत में मेरा
    मेरी मेरे मैं यदि यह यहाँ या ये रहा रही रहे लिए लिये लेकिन वह वहाँ वे सकता सकती सकते सकें सब सबसे सभी साथ से हम
    हमारा हमारे हर ही हुआ हुई हुए है हैं हो होता होती होते होना होने
  `,
}
