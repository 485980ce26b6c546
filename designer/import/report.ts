// The parts of a drawing that could not be read, by kind and subject, with counts. Limited, so that a hostile file
// cannot fill it. Pure.

const lostKinds = [
  // Features that are never imported.
  'script',
  'handler',
  'foreign',
  'external',
  'animation',
  'link',
  // Parts of a drawing that cannot be imported.
  'entity',
  'css',
  'filter',
  'mask',
  'paint',
  'marker',
  'property',
  'corner',
  'outside',
  'textPath',
  'textLook',
  'font',
  'picture',
  'pictureSize',
  'unreadable',
  'unknown',
  'encoding',
  'depth',
  'tooMany',
  // Parts of a FUXA view that cannot be imported.
  'gauge',
  'nearest',
  'motion',
  'event',
  'view',
  'tag',
  'ambiguous',
] as const
export type LostKind = (typeof lostKinds)[number]

export type Lost = { kind: LostKind; subject: string; count: number }

export type Report = { add: (kind: LostKind, subject?: string) => void; list: () => Lost[] }

const maxSubjects = 200
const maxSubjectLength = 60

export function createReport(): Report {
  const found = new Map<string, Lost>()
  const entryOf = (kind: LostKind, subject: string): Lost => {
    const key = `${kind} ${subject}`
    const known = found.get(key)
    if (known) return known
    // Beyond the limit, different subjects are counted together.
    if (subject !== '' && found.size >= maxSubjects) return entryOf(kind, '')
    const entry = { kind, subject, count: 0 }
    found.set(key, entry)
    return entry
  }
  return {
    add: (kind, subject = '') => {
      entryOf(kind, subject.trim().slice(0, maxSubjectLength)).count += 1
    },
    list: () =>
      [...found.values()].sort((a, b) => lostKinds.indexOf(a.kind) - lostKinds.indexOf(b.kind) || b.count - a.count),
  }
}
