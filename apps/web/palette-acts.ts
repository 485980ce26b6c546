// What Ctrl K does besides opening places: acts of the shell, and verbs before the words (`write pump`). Pure.
import type { Language } from '../../contract/errors.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Hit, Verb } from '../../ui/shell-part.ts'
import type { Label } from '../../ui/words.ts'

type Act = { id: string; label: Label; icon: IconName; may: Permission } & ({ to: string } | { act: ShellAct })

/** Done by the shell itself, in place. */
export type ShellAct = 'language' | 'light' | 'dark' | 'system' | Verb

const verbWords: Record<Verb, { label: Label; may: Permission; icon: IconName; names: readonly string[] }> = {
  write: {
    label: { en: 'Write a variable…', 'zh-cn': '写入变量…' },
    may: 'signal:write',
    icon: 'write',
    names: ['write', '写入'],
  },
  history: {
    label: { en: 'Open the history of…', 'zh-cn': '打开历史…' },
    may: 'history:view',
    icon: 'chart',
    names: ['history', '历史'],
  },
  sync: {
    label: { en: 'Synchronise a device…', 'zh-cn': '同步设备…' },
    may: 'gateway:edit',
    icon: 'refresh',
    names: ['sync', 'synchronise', '同步'],
  },
}

const acts: readonly Act[] = [
  ...(Object.keys(verbWords) as Verb[]).map((verb) => {
    const { label, may, icon } = verbWords[verb]
    return { id: verb, label, may, icon, act: verb }
  }),
  {
    id: 'addDevice',
    label: { en: 'Add device', 'zh-cn': '新增设备' },
    icon: 'plus',
    may: 'equipment:edit',
    to: '/manage/eg/equipment/add',
  },
  {
    id: 'addGateway',
    label: { en: 'Add gateway', 'zh-cn': '添加网关' },
    icon: 'plus',
    may: 'gateway:edit',
    to: '/manage/eg/gateway?add=claim',
  },
  {
    id: 'registerGateway',
    label: { en: 'Register gateway', 'zh-cn': '登记网关' },
    icon: 'plus',
    may: 'gateway:register',
    to: '/manage/eg/gateway?add=register',
  },
  {
    id: 'language',
    label: { en: 'Language: 中文', 'zh-cn': '语言：English' },
    icon: 'settings',
    may: 'public',
    act: 'language',
  },
  { id: 'light', label: { en: 'Theme: light', 'zh-cn': '主题：浅色' }, icon: 'sun', may: 'public', act: 'light' },
  { id: 'dark', label: { en: 'Theme: dark', 'zh-cn': '主题：深色' }, icon: 'moon', may: 'public', act: 'dark' },
  {
    id: 'system',
    label: { en: 'Theme: as the system', 'zh-cn': '主题：跟随系统' },
    icon: 'half',
    may: 'public',
    act: 'system',
  },
]

export type ActHit = Hit & { act?: ShellAct }

/** The acts whose name in either language has the words, by permission. */
export function actHits(may: (permission: Permission) => boolean, words: string, language: Language): ActHit[] {
  const wanted = words.trim().toLowerCase()
  return acts
    .filter((each) => may(each.may) && Object.values(each.label).some((text) => text.toLowerCase().includes(wanted)))
    .map((each) => {
      const shown = { id: `act-${each.id}`, title: each.label[language], icon: each.icon }
      return 'to' in each ? { ...shown, to: each.to } : { ...shown, to: '', act: each.act }
    })
}

/** How a verb is typed in a language. */
export const typedVerb = (verb: Verb, language: Language): string =>
  `${verbWords[verb].names[language === 'en' ? 0 : verbWords[verb].names.length - 1]} `

/** `write pump` → the verb and what it is for; without the permission, or without a verb, the words as they are. */
export function readVerb(
  words: string,
  may: (permission: Permission) => boolean,
): { verb: Verb | undefined; words: string } {
  const [first = '', ...others] = words.trim().split(/\s+/)
  const verb = (Object.keys(verbWords) as Verb[]).find((each) => verbWords[each].names.includes(first.toLowerCase()))
  if (!verb || others.length === 0 || !may(verbWords[verb].may)) return { verb: undefined, words: words.trim() }
  return { verb, words: others.join(' ') }
}

/** Of the hits those with which the verb can be done, leading there. */
export const withVerb = (hits: readonly Hit[], verb: Verb | undefined): Hit[] =>
  verb === undefined ? [...hits] : hits.flatMap((hit) => (hit.acts?.[verb] ? [{ ...hit, to: hit.acts[verb] }] : []))
