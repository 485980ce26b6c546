// The hits of the command palette: pages immediately, and the answers of the rooms' sources.
import type { Language } from '../../contract/errors.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { PageRoute } from '../../ui/routes.ts'
import type { Hit } from '../../ui/shell-part.ts'
import { labelIn, spellingsOf } from '../../ui/words.ts'
import { menu } from './menu.ts'

/** Pages that can be opened without an object, and whose name in any language has the words. */
export function pageHits(
  pages: readonly PageRoute[],
  may: (permission: Permission) => boolean,
  words: string,
  language: Language,
): Hit[] {
  const wanted = words.trim().toLowerCase()
  return pages
    .filter(({ path, menu, may: needed }) => menu && !path.includes('{') && may(needed))
    .map((page) => {
      const { label, icon } = page.menu!
      const title = labelIn(label, language)
      const note = labelIn(menu.find(({ entries }) => entries.includes(page.path))?.label, language) ?? ''
      return { hit: { id: page.path, title, note, icon, to: page.path }, label }
    })
    .filter(({ label }) => spellingsOf(label, language).some((text) => text.toLowerCase().includes(wanted)))
    .map(({ hit }) => hit)
}

/** The choice after an arrow key was pressed; wraps around at both ends. */
export const nextChoice = (now: number, step: 1 | -1, count: number): number =>
  count === 0 ? 0 : (now + step + count) % count

export type Answered<Source> = { source: Source }

/** The answers to a query, in the order of the sources, after one of them has answered or failed (undefined). */
export function withAnswer<Source, Answer extends Answered<Source>>(
  before: { question: string; answers: readonly Answer[] },
  question: string,
  sources: readonly Source[],
  source: Source,
  answer: Answer | undefined,
): { question: string; answers: Answer[] } {
  const others = before.question === question ? before.answers.filter((each) => each.source !== source) : []
  const answers = answer ? [...others, answer] : others
  return { question, answers: sources.flatMap((each) => answers.filter((one) => one.source === each)) }
}
