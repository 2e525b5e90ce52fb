import { unitRule } from '../../../manifest-facts/unit-rule.ts'

/** KCP §4.20: without an entry there is nothing to be strict about. */
export const notForStrictEmpty = unitRule('KCP342', ['not_for_strict'], ({ id, notFor = [], notForStrict }) =>
  notForStrict === true && notFor.length === 0
    ? `The unit "${id}" declares "not_for_strict" without an entry in "not_for".`
    : undefined,
)
