// Differences on screen: by part and object, each with its old and new value. Long lists are folded.
import { useState } from 'react'
import { formatNumber } from '../../../ui/format.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../open/translation-name.ts'
import { type Change, changeKey, type Step, type Told } from './rules.ts'
import { type Group, groupEnd, type Section, sectionsOf, translatedName } from './sections.ts'
import { versionedText } from './text.ts'
import './versioned.css'

/** Number of objects of a part, and fields of an object, shown before unfolding. */
const [groupsAtFirst, linesAtFirst] = [12, 8]

const none: ReadonlySet<string> = new Set()

export function DifferenceList({
  changes,
  clashes = none,
}: {
  changes: readonly Change[]
  /** Keys of changes that conflict with another author's. */
  clashes?: ReadonlySet<string>
}) {
  const t = useText(versionedText)
  if (changes.length === 0) return <p className="difference-none">{t('same')}</p>
  return (
    <div className="differences">
      {sectionsOf(changes, clashes).map((section) => (
        <Part key={section.key} section={section} clashes={clashes} />
      ))}
    </div>
  )
}

function Part({ section, clashes }: { section: Section; clashes: ReadonlySet<string> }) {
  const [shown, more] = useFold(section.groups, groupsAtFirst)
  return (
    <section>
      <h4>
        {section.name}
        <Counts count={section.count} />
      </h4>
      {shown.map((group) => (
        <Thing key={group.key} group={group} clashes={clashes} />
      ))}
      {more}
    </section>
  )
}

function Counts({ count: { added, removed, changed, order } }: Pick<Section, 'count'>) {
  const t = useText(versionedText)
  const told = [
    added > 0 && t('countAdded', { count: formatNumber(added) }),
    removed > 0 && t('countRemoved', { count: formatNumber(removed) }),
    changed > 0 && t('countChanged', { count: formatNumber(changed) }),
    order > 0 && t('countOrder'),
  ]
  return <small>{told.filter(Boolean).join(' · ')}</small>
}

function Thing({ group: { names, changes }, clashes }: { group: Group; clashes: ReadonlySet<string> }) {
  const named = useName()
  const [shown, more] = useFold(changes, linesAtFirst)
  return (
    <div className="difference-thing">
      {names.length > 0 && <strong>{names.map((name) => translatedName(name, named)).join(' › ')}</strong>}
      <ul>
        {shown.map((change) => (
          <Line key={changeKey(change)} change={change} isClash={clashes.has(changeKey(change))} />
        ))}
      </ul>
      {more}
    </div>
  )
}

const nameOf = ({ name, isItem }: Step, named: (title: string) => string): string =>
  isItem ? translatedName(name, named) : name

const signs = { added: '+', removed: '−', changed: '', order: '↕' } as const

function Line({ change, isClash }: { change: Change; isClash: boolean }) {
  const t = useText(versionedText)
  const named = useName()
  const { kind, steps, isSecret } = change
  const name = steps
    .slice(groupEnd(change))
    .map((step) => nameOf(step, named))
    .join(' · ')
  const isTold = kind === 'changed' && !isSecret
  return (
    <li className={`difference-${kind}`} data-clash={isClash || undefined}>
      {signs[kind] && (
        <span className="difference-sign" aria-hidden="true">
          {signs[kind]}
        </span>
      )}
      <span className="difference-name">
        {name || steps.slice(-1).map((step) => nameOf(step, named))}
        {isTold && t('colon')}
      </span>{' '}
      {isTold ? <Values change={change} /> : <em>{t(isSecret ? 'secret' : kind)}</em>}
      {isClash && <Tag>{t('both')}</Tag>}
    </li>
  )
}

function Values({ change: { before, after } }: { change: Change }) {
  return (
    <span className="difference-values">
      <Value told={before} as="del" /> <span aria-hidden="true">→</span> <Value told={after} as="ins" />
    </span>
  )
}

const maxText = 120

function Value({ told, as: As }: { told: Told; as: 'del' | 'ins' }) {
  const t = useText(versionedText)
  if (told === undefined || told === '') return <As>—</As>
  const text = typeof told === 'boolean' ? t(told ? 'yes' : 'no') : String(told)
  return <As title={text.length > maxText ? text : undefined}>{cut(text)}</As>
}

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

/** The first entries of a long list, and a button that shows more. */
function useFold<T>(all: readonly T[], first: number) {
  const t = useText(versionedText)
  const [most, setMost] = useState(first)
  // A few more entries are shown instead of a button.
  const end = all.length <= most + 2 ? all.length : most
  const more = end < all.length && (
    <PlainAct kind="link" onClick={() => setMost(most * 10)}>
      {t('more', { count: all.length - end })}
    </PlainAct>
  )
  return [all.slice(0, end), more] as const
}
