import { stemmer as stem } from '@orama/stemmers/spanish'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'porcentaje euro dólar libra grado celsius menos',
  questionPhrases: 'cuánto_tiempo con_qué_frecuencia cada_cuánto_tiempo a_qué_distancia',
  functionWords: `
    a además adónde al algo alguien alguna algunas algunos algún allí ante antes aquí así aunque aún bajo cada como
    con contra cual cuales cuando cuya cuyas cuyo cuyos cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo de debe
    deben deber debería del desde donde durante dónde e el ella ellas ellos en entonces entre era erais eran eras eres
    es esa esas ese eso esos esta estaba estabais estaban estabas estad estada estadas estado estados estamos estando
    estar estaremos estará estarán estarás estaré estaréis estaría estaríais estaríamos estarían estarías estas este
    estemos esto estos estoy estuve estuviera estuvierais estuvieran estuvieras estuvieron estuviese estuvieseis
    estuviesen estuvieses estuvimos estuviste estuvisteis estuviéramos estuviésemos estuvo está estábamos estáis están
    estás esté estéis estén estés fue fuera fuerais fueran fueras fueron fuese fueseis fuesen fueses fui fuimos fuiste
    fuisteis fuéramos fuésemos ha haber habida habidas habido habidos habiendo habremos habrá habrán habrás habré
    habréis habría habríais habríamos habrían habrías habéis había habíais habíamos habían habías hacia han has hasta
    hay haya hayamos hayan hayas hayáis he hemos hube hubiera hubierais hubieran hubieras hubieron hubiese hubieseis
    hubiesen hubieses hubimos hubiste hubisteis hubiéramos hubiésemos hubo la las le les lo los me mediante menos mi
    mientras mis mucha muchas mucho muchos muy más mí mía mías mío míos nada nadie ni ninguna ningún no nos nosotras
    nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero poca pocas poco pocos poder
    podría podía por porque puede pueden pues que quien quienes quizás quién quiénes qué se sea seamos sean seas según
    ser seremos será serán serás seré seréis sería seríais seríamos serían serías seáis si siempre sin sino sintiendo
    sobre sois somos son soy su sus suya suyas suyo suyos sí también tampoco tanto te tendremos tendrá tendrán tendrás
    tendré tendréis tendría tendríais tendríamos tendrían tendrías tened tenemos tenga tengamos tengan tengas tengo
    tengáis tenida tenidas tenido tenidos teniendo tenéis tenía teníais teníamos tenían tenías ti tiene tienen tienes
    toda todas todavía todo todos tras tu tus tuve tuviera tuvierais tuvieran tuvieras tuvieron tuviese tuvieseis
    tuviesen tuvieses tuvimos tuviste tuvisteis tuviéramos tuviésemos tuvo tuya tuyas tuyo tuyos tú un una unas uno
    unos vosostras vosostros vuestra vuestras vuestro vuestros y ya yo él éramos
  `,
}
