/** What a call needs and a list of tools does not; loaded with the first call. */
export { countTokens, decisionPrompt, missingLine, queryPrompt } from '../../app/index.ts'
