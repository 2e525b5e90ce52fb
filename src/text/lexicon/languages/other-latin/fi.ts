import { stemmer as stem } from '@orama/stemmers/finnish'
import type { LanguageTable } from '../../language.ts'

export const table: LanguageTable = {
  stem,
  signs: 'prosentti euro dollari punta aste celsius miinus',
  hasSpacedThousands: true,
  functionWords: `
    aikana aina ehkä ei eivät eli emme en enemmän eniten ennen et ette että he heidän heidät heihin heille heillä
    heiltä heissä heistä heitä hyvin hän häneen hänelle hänellä häneltä hänen hänessä hänestä hänet häntä ilman itse
    ja jo johon joiden joihin joiksi joilla joille joilta joina joissa joista joita joka jokainen jokin joksi jolla
    jolle jolta jona jonka jos joskus jossa josta jota jotka jotkut jälkeen kaikki kaikkien kanssa kautta keiden
    keihin keiksi keille keillä keiltä keinä keissä keistä keitä keneen keneksi kenelle kenellä keneltä kenen kenenä
    kenessä kenestä kenet ketkä ketä koska kuin kuinka kuka kumpi kun me meidän meidät meihin meille meillä meiltä
    meissä meistä meitä mihin miksi mikä millainen millaisia mille milloin millä miltä minkä minne minua minulla
    minulle minulta minun minussa minusta minut minuun minä missä mistä miten mitkä mitä monet moni monta montako
    mutta myös ne niiden niihin niiksi niille niillä niiltä niin niinä niissä niistä niitä noiden noihin noiksi noilla
    noille noilta noin noina noissa noista noita nuo nyt näiden näihin näiksi näille näillä näiltä näinä näissä näistä
    näitä nämä ole olemme olen olet olette oli olimme olin olisi olisimme olisin olisit olisitte olisivat olit olitte
    olivat olla olleet ollut on ovat paljon paljonko poikki se sekä sen siihen siinä siitä siksi sille sillä siltä
    sinua sinulla sinulle sinulta sinun sinussa sinusta sinut sinuun sinä sitä tai tallä te teidän teidät teihin
    teille teillä teiltä teissä teistä teitä tuo tuohon tuoksi tuolla tuolle tuolta tuon tuona tuossa tuosta tuotä
    tähän täksi tälle tältä tämä tämän tänä tässä tästä tätä täytyy usein vaan vai vaikka vain vielä voi voidaan voisi
    voivat vähän välillä yli
  `,
}
