// The name of a widget type in stored pages: the specification's word (`DataText`). A word that two families share has
// the family in front: `shapeLine`, `complexLine`. [S3 Widget types]

export const families = ['group', 'shape', 'usual', 'complex', 'navigate', 'script'] as const
export type Family = (typeof families)[number]

const sharedWords: readonly string[] = ['Line', 'Bar', 'Pie']

export const typeNameOf = (family: Family, word: string): string => (sharedWords.includes(word) ? family + word : word)

/** The type of a file: `usual/data-text` → `DataText`. */
export function typeNameOfFile(path: string): string {
  const [family, file = ''] = path.split('/')
  if (family === 'group') return file
  return typeNameOf(
    family as Family,
    file.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase()),
  )
}
