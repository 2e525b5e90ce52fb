import { packRanks } from './token-ranks.ts'

/** The packed vocabulary. The build packs it and replaces this module by one that reads the bytes. */
export async function readRanks(): Promise<Uint8Array> {
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  return packRanks(tokens)
}
