/** What a call needs and a list of tools does not; loaded with the first call. */
export { catalogPrompt, catalogXml, countTokens, decisionPrompt, fenceText, queryPrompt } from '../../index.ts'
