import { describe, expect, test } from 'vitest'
import { WordMatcher } from '../../../src/validate/pack-facts/word-matcher.ts'

const isSaid = (statement: string, passage: string): boolean => {
  const matcher = new WordMatcher([statement])
  matcher.search(passage)
  return matcher.isFound(0)
}

describe('AK-260: a statement is said by a passage', () => {
  test.each([
    ['in other forms of its words', 'Warranties last two years.', 'The warranty lasts two years.'],
    ['with another notation of a price', 'Delivery costs EUR 20.', 'Delivery costs €20.'],
    ['with a unit written in full', 'The case weighs 4kg.', 'The case weighs 4 kilograms.'],
    ['with thousands grouped', 'It holds 12,000 tickets.', 'It holds 12000 tickets.'],
    ['with a code written apart', 'A SEV1 incident pages the lead.', 'A SEV-1 incident pages the lead.'],
    ['without spaces between words', '保修期为24个月。', '设备的保修期是24个月。'],
  ])('%s', (_name, statement, passage) => expect(isSaid(statement, passage)).toBe(true))

  test.each([
    ['another number', 'Delivery costs EUR 20.', 'Delivery costs €25.'],
    ['another second number of a list', 'Delivery takes place on days 3,5.', 'Delivery takes place on days 3,6.'],
    ['a number of another unit only', 'It weighs 4kg.', 'It lasts 4 hours.'],
    ['only function words of it', 'It was with them.', 'It was with them.'],
  ])('and not by %s', (_name, statement, passage) => expect(isSaid(statement, passage)).toBe(false))
})
