import { stemmer as germanStem } from '@orama/stemmers/german'
import type { LanguageTable } from '../../language.ts'

/** Where umlauts cannot be typed, an e follows the vowel; behind another vowel or a q it is its own: neue, Quelle. */
const stem = (word: string): string =>
  germanStem(word.replace(/ae|oe|(?<![aeq])ue/g, (letters) => umlauts.get(letters) ?? letters))
const umlauts: ReadonlyMap<string, string> = new Map([
  ['ae', 'ä'],
  ['oe', 'ö'],
  ['ue', 'ü'],
])

export const table: LanguageTable = {
  stem,
  signs: 'prozent euro dollar pfund grad celsius minus',
  everydayWords: `
    gelten gilt nutzen benutzen verwenden brauchen benötigen wollen bekommen machen tun funktionieren passieren bedeuten
    erlauben bieten enthalten geben gibt gehen geht kommen kommt wissen finden sehen zeigen sagen fragen erklären
    beschreiben nennen heißen heißt halten lassen lässt setzen stellen legen anfangen beginnen aufhören versuchen helfen
    stehen liegen
    Ding Weise Art Typ Teil Fall Beispiel Grund Problem Frage Antwort Information Einzelheit Zahl Anzahl Menge Leute
    Mensch Person Zeit Ort Punkt
    gut beste besser neu alt verschieden möglich verfügbar wichtig bestimmt hauptsächlich üblich richtig falsch groß
    klein lang kurz hoch niedrig nächste
  `,
  questionPhrases:
    'wie_lang wie_lange wie_weit wie_groß wie_hoch wie_tief wie_breit wie_alt wie_schnell wie_schwer wie_häufig ' +
    'wie_spät',
  functionWords: `
    ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes ans auch auf aufs
    aus außer außerhalb bei beide beiden beim bereits bin bis bist bitte bzw da dabei dadurch dafür dagegen daher
    damit danach dann daran darauf daraus darf darfst darin darüber das dasselbe davon davor dazu daß dein deine
    deinem deinen deiner deines dem demselben den denen denn denselben der deren derer derselbe derselben des
    desselben dessen dich die dies diese dieselbe dieselben diesem diesen dieser dieses dir doch dort du durch dürfen
    dürfte dürften ebenfalls ein eine einem einen einer eines einig einige einigem einigen einiger einiges einmal er
    es etwa etwas euch euer eure eurem euren eurer eures falls für gegen gegenüber gemäß gewesen geworden hab habe
    haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem
    innerhalb ins ist ja je jede jedem jeden jeder jedes jedoch jemand jene jenem jenen jener jenes jetzt kann kein
    keine keinem keinen keiner keines können könnte laut mag man manche manchem manchen mancher manches manchmal mehr
    mehrere mein meine meinem meinen meiner meines meist meisten mich mir mit mittels muss musste möchte möchten mögen
    müssen nach neben nein nicht nichts niemand noch nun nur ob obwohl oder oft ohne schon sehr sei seid seien sein
    seine seinem seinen seiner seines selbst sich sie sind so sobald sodass solange solche solchem solchen solcher
    solches soll sollen sollte sollten sondern sonst sowie sowohl trotz um und uns unser unsere unserem unseren
    unseres unter viel viele vielen vieler vieles vielleicht vom von vor wann war waren warst warum was wegen weil
    weiter welch welche welchem welchen welcher welches wem wen wenig wenige weniger wenn wer werde werden weshalb
    wessen wie wieder wieso wieviel wieviele will wir wird wirst wo wobei wodurch wofür woher wohin wollen wollte
    wollten womit worauf worden worin worüber wovon wozu wurde wurden während wäre wären würde würden würdest zb zu
    zum zur zwar zwischen über
  `,
}
