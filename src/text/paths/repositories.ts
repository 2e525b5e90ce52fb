/** The repositories that a folder is, or lies in, nearest first. Nobody clones the whole file system. */
export function repositoriesAround(folder: string, isThere: (path: string) => boolean): readonly string[] {
  const ends = [...folder.matchAll(/[^\\/](?=[\\/]|$)/g)].map(({ index }) => index + 1)
  return ends
    .map((end) => folder.slice(0, end))
    .filter((above) => !/^[A-Za-z]:$/.test(above) && isThere(`${above}/.git`))
    .reverse()
}
