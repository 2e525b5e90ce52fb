/** Values that this browser stores; the page also works without storage. */
function stored(storage: () => Storage) {
  return {
    get(name: string): string | undefined {
      try {
        return storage().getItem(`lorefence.${name}`) ?? undefined
      } catch {
        return undefined
      }
    },
    set(name: string, value: string | undefined): void {
      try {
        if (value === undefined) storage().removeItem(`lorefence.${name}`)
        else storage().setItem(`lorefence.${name}`, value)
      } catch {
        // Private windows refuse it.
      }
    },
  }
}

/** Until the tab is closed. */
export const ofTab = stored(() => sessionStorage)

export const ofBrowser = stored(() => localStorage)
