// The texts of all rooms and of the parts around them, for the command and the tests of language files.
import type { Text, Word } from '../../ui/words.ts'

type Texts = Record<string, Partial<Text<Record<string, Word>>>>

const files: Record<string, Texts> = {
  ...import.meta.glob<Texts>('../../features/*/*/text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../features/*/*/*-text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../widgets/*/text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../designer/*-text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../designer/*/text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../designer/*/*-text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../../ui/text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../web/text.ts', { eager: true }),
  ...import.meta.glob<Texts>('../web/*-text.ts', { eager: true }),
}

/** The English texts of a room by key, and the part of the product that it belongs to: a wing, or the folder of other texts. */
export type RoomTexts = { room: string; area: string; words: Readonly<Record<string, Word>> }

const areaOf = (path: string): string =>
  path.match(/\/features\/([\w-]+)\//)?.[1] ?? path.replace(/^(\.\.\/)+/, '').split('/')[0]!

/** All texts of the screens, by area and room. */
export const allTexts: readonly RoomTexts[] = Object.entries(files)
  .flatMap(([path, file]) =>
    Object.values(file).flatMap(({ room, bundles }) =>
      room && bundles ? [{ room, area: areaOf(path), words: bundles.en }] : [],
    ),
  )
  .sort((a, b) => a.area.localeCompare(b.area) || a.room.localeCompare(b.room))
