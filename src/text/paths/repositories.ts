/** The repositories of a folder, nearest first. The root of the file system does not count. */
export function repositoriesAround(folder: string, isThere: (path: string) => boolean): readonly string[] {
  const ends = [...folder.matchAll(/[^\\/](?=[\\/]|$)/g)].map(({ index }) => index + 1)
  return ends
    .map((end) => folder.slice(0, end))
    .filter((above) => !/^[A-Za-z]:$/.test(above) && isThere(`${above}/.git`))
    .reverse()
}
