// The actions of Ctrl K besides opening pages: those of the shell and of the rooms, and verbs before the words
// (`write pump`). Pure.
import type { Language } from '../../contract/errors.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { ScreenLanguage } from '../../ui/language.ts'
import type { ActLink, Hit, ShellPart, Verb } from '../../ui/shell-part.ts'
import { type Label, labelIn, spellingsOf } from '../../ui/words.ts'
import { paletteText } from './palette-text.ts'

type May = (permission: Permission) => boolean

/**
 * A palette command that the shell executes itself, without opening a page; `verb`: the user goes on by typing the
 * object of that verb. `language`: the code of the language to show.
 */
export type ShellAct = 'light' | 'dark' | 'system' | { verb: Verb } | { language: string }

const themeActs: readonly { act: ShellAct & string; label: Label; icon: IconName }[] = [
  { act: 'light', label: { en: 'Theme: light', 'zh-cn': '主题：浅色' }, icon: 'sun' },
  { act: 'dark', label: { en: 'Theme: dark', 'zh-cn': '主题：深色' }, icon: 'moon' },
  { act: 'system', label: { en: 'Theme: as the system', 'zh-cn': '主题：跟随系统' }, icon: 'half' },
]

export type ActHit = Hit & { act?: ShellAct }

/** The permitted actions of the rooms. */
export function offered(parts: readonly ShellPart[], may: May): { verbs: Verb[]; acts: ActLink[] } {
  const mine = <T extends { may: Permission }>(of: readonly T[]) => of.filter((each) => may(each.may))
  return {
    verbs: mine(parts.flatMap((part) => part.verbs ?? [])),
    acts: mine(parts.flatMap((part) => part.acts ?? [])),
  }
}

const nameOf = ({ label: name }: ScreenLanguage): Label => ({
  en: paletteText.in('en')('language', { name }),
  'zh-cn': paletteText.in('zh-cn')('language', { name }),
})

/**
 * The shell's commands of the palette whose name in any language has the typed words. `others` are the languages that
 * are not on screen.
 */
export function actHits(
  { verbs, acts }: ReturnType<typeof offered>,
  words: string,
  language: Language,
  others: readonly ScreenLanguage[],
): ActHit[] {
  const wanted = words.trim().toLowerCase()
  const hit = (key: string, { label, icon }: { label: Label; icon: IconName }, to = '') => ({
    label,
    hit: { id: `act-${key}`, title: labelIn(label, language), icon, to },
  })
  const all: { label: Label; hit: ActHit }[] = [
    ...verbs.map((verb) => withAct(hit(verb.key, verb), { verb })),
    ...acts.map((act) => hit(act.key, act, act.to)),
    ...others.map((other) =>
      withAct(hit(`language-${other.value}`, { label: nameOf(other), icon: 'settings' }), { language: other.value }),
    ),
    ...themeActs.map((own) => withAct(hit(own.act, own), own.act)),
  ]
  return all
    .filter(({ label }) => spellingsOf(label, language).some((text) => text.toLowerCase().includes(wanted)))
    .map((each) => each.hit)
}

const withAct = (of: { label: Label; hit: Hit }, act: ShellAct) => ({ ...of, hit: { ...of.hit, act } })

/** How a verb is typed in a language. */
export const typedVerb = ({ names }: Verb, language: Language): string => `${names[language][0]} `

/** Splits `write pump` into the verb and its object; without a known verb, returns the words unchanged. */
export function readVerb(words: string, verbs: readonly Verb[]): { verb: Verb | undefined; words: string } {
  const [first = '', ...others] = words.trim().split(/\s+/)
  const verb = verbs.find(({ names }) => Object.values(names).flat().includes(first.toLowerCase()))
  return verb && others.length > 0 ? { verb, words: others.join(' ') } : { verb: undefined, words: words.trim() }
}

/** The hits that the verb applies to, with its target. */
export const withVerb = (hits: readonly Hit[], verb: Verb | undefined): Hit[] =>
  verb === undefined
    ? [...hits]
    : hits.flatMap((hit) => {
        const to = hit.acts?.[verb.key]
        return to ? [{ ...hit, to }] : []
      })
