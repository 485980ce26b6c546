// The plain fields of the panel: text, choice, flag, multiple choice.
import { Select } from 'antd'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import type { Field } from '../../widgets/fields.ts'
import type { Shared } from './shared.ts'
import type { Destination, Sources } from './sources.ts'
import { panelText } from './text.ts'

type Box<T> = { id: string; shared: Shared; onChange: (value: T) => void }

const textOf = ({ value, isMixed }: Shared): string =>
  isMixed || value === undefined || value === null ? '' : String(value)

/** A text input. `isLong`: a document of many lines. `hasLines`: a text that may have several lines. */
export function TextBox({
  id,
  shared,
  onChange,
  maxLength,
  isLong = false,
  hasLines = false,
  isWrong = false,
  placeholder,
}: Box<string> & {
  maxLength?: number | undefined
  isLong?: boolean
  hasLines?: boolean
  isWrong?: boolean
  placeholder?: string
}) {
  const t = useText(panelText)
  const value = textOf(shared)
  const props = {
    ...{ id, value, maxLength, spellCheck: false, autoComplete: 'off' },
    'aria-invalid': isWrong || undefined,
    placeholder: shared.isMixed ? t('mixed') : placeholder,
  }
  return isLong || hasLines || value.includes('\n') ? (
    <textarea
      {...props}
      className="panel-area"
      data-long={isLong || undefined}
      rows={isLong ? 8 : Math.min(6, value.split('\n').length)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <span className="panel-box">
      <input {...props} type="text" onChange={(event) => onChange(event.currentTarget.value)} />
    </span>
  )
}

export function ChoiceBox({ id, shared, options = [], onChange }: Box<string> & Pick<Field, 'options'>) {
  const t = useText(panelText)
  const language = useLanguage()
  return (
    <span className="panel-box panel-pick">
      <select
        id={id}
        value={shared.isMixed ? '' : String(shared.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {shared.isMixed && (
          <option value="" disabled hidden>
            {t('mixed')}
          </option>
        )}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {labelIn(label, language)}
          </option>
        ))}
      </select>
    </span>
  )
}

export function FlagBox({
  id,
  shared,
  label,
  isStill,
  onChange,
}: Box<boolean> & { label?: string; isStill?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = shared.isMixed
  }, [shared.isMixed])
  return (
    <label className="panel-flag">
      <input
        ref={box}
        id={id}
        type="checkbox"
        disabled={isStill}
        aria-label={label}
        aria-checked={shared.isMixed ? 'mixed' : shared.value === true}
        checked={!shared.isMixed && shared.value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

/** A page, device or scene by its id or key; one that is not in the list stays until another is selected. */
export function DestinationBox<Id extends number | string>({
  id,
  shared,
  onChange,
  destinations,
  none,
}: Box<Id> & { destinations: readonly Destination<Id>[]; none: Id }) {
  const t = useText(panelText)
  const value = shared.value as Id
  const known = destinations.map(({ id: of, title, subTitle }) => ({
    value: of,
    label: subTitle ? `${title} · ${subTitle}` : title,
  }))
  const isGone = !shared.isMixed && value !== none && !destinations.some((each) => each.id === value)
  const isEmpty = shared.isMixed || value === none
  return (
    <Select<Id>
      id={id}
      className="panel-select"
      size="small"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={260}
      placeholder={shared.isMixed ? t('mixed') : t('notSelected')}
      options={isGone ? [...known, { value, label: t('gone', { id: value }) }] : known}
      {...(isEmpty ? {} : { value })}
      {...(isGone ? { status: 'error' as const } : {})}
      onChange={(next: Id | undefined) => onChange(next ?? none)}
    />
  )
}

const titlesIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : '')
    .split(',')
    .map((title) => title.trim())
    .filter((title) => title !== '')

type Regions = { regions: Sources['regions'] }

/** The text for an empty list of regions: why it is empty. */
export function whyNoRegions(regions: Sources['regions']) {
  if (regions === undefined) return 'regionsLoading'
  if (regions === 'failed') return 'regionsUnknown'
  return regions.length > 0 ? 'noRegionMatch' : 'noRegions'
}

/**
 * Titles of regions, stored with commas between them; without any, all users see the widget. A region that no role has
 * any more still hides the widget: it is marked, and stays until the author removes it.
 */
export function RegionsBox({ id, shared, regions, onChange }: Box<string> & Regions) {
  const t = useText(panelText)
  const titles = shared.isMixed ? [] : titlesIn(shared.value)
  const loaded = regions === 'failed' ? undefined : regions
  const isGone = (title: string) => loaded !== undefined && !loaded.includes(title)
  const all = [...new Set([...(loaded ?? []), ...titles])]
  return (
    <Select<string[]>
      id={id}
      className="panel-select"
      size="small"
      mode="multiple"
      placeholder={shared.isMixed ? t('mixed') : t('allRegions')}
      notFoundContent={t(whyNoRegions(loaded && all.length > 0 ? all : regions))}
      options={all.map((title) => ({ value: title, label: isGone(title) ? t('regionGone', { title }) : title }))}
      {...(titles.some(isGone) ? { status: 'error' as const } : {})}
      value={titles}
      onChange={(next) => onChange(next.join(','))}
    />
  )
}
