import { packRanks } from './token-ranks.ts'

/** The packed vocabulary. The build replaces this module with one that reads the packed bytes. */
export async function readRanks(): Promise<Uint8Array> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  return packRanks(tokens)
}
