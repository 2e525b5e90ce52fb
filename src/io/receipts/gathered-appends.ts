import type { ChainPlace, Receipt } from '../../model/records/receipt.ts'

export type Make = (place: ChainPlace) => Receipt

interface Waiting {
  readonly make: Make
  resolve(receipt: Receipt): void
  reject(error: unknown): void
}

/**
 * Gathers the records that are appended during a write, in order, for the next write, so that many records share one
 * durable write. `write` stores all of them or none.
 */
export class GatheredAppends {
  readonly #write: (makes: readonly Make[]) => Promise<readonly Receipt[]>
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(write: (makes: readonly Make[]) => Promise<readonly Receipt[]>) {
    this.#write = write
  }

  append(make: Make): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ make, resolve, reject })
      if (!this.#isWriting) void this.#writeWaiting()
    })
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true
    // Records appended synchronously one after another are all in the first write.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        const receipts = await this.#write(batch.map(({ make }) => make))
        for (const [i, receipt] of receipts.entries()) batch[i]?.resolve(receipt)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }
}
