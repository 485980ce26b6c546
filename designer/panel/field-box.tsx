// The control for a field of a widget, by its kind (see widgets/fields): one line of the panel.
import { useState } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import { useLanguage } from '../../ui/language.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { type Field, type Fields, isShown, readFields } from '../../widgets/fields.ts'
import { clickFields } from '../../widgets/host/click-event.ts'
import { BindBox } from './bind-box.tsx'
import { changedClick, isShownName, shownClick } from './click.ts'
import { ColourBox } from './colour-box.tsx'
import { deeperThan } from './deeper.ts'
import { ExpressionBox } from './expression-box.tsx'
import { ListBox } from './list-box.tsx'
import { NumberBox } from './number-box.tsx'
import { write } from './path.ts'
import { PictureBox } from './picture-box.tsx'
import { Note, Row, Section } from './row.tsx'
import { fieldValue, reached, type Shared } from './shared.ts'
import { ChoiceBox, DestinationBox, FlagBox, RegionsBox, TextBox } from './simple-boxes.tsx'
import { moved, rebound } from './slots.ts'
import { type Destination, useSources } from './sources.ts'
import { panelText } from './text.ts'

/**
 * Called with the new value. `at`: the path within the value that changed, so that continued typing is one undo step.
 */
type Change = (value: unknown, at?: string) => void
type Props = { name: string; field: Field; shared: Shared; onChange: Change }

const lengthOf = ({ schema }: Field): number | undefined =>
  (schema as { maxLength?: number | null }).maxLength ?? undefined

/** A field of at least this length is for a document, such as a script or HTML. */
const longText = 1001

export function FieldBox(props: Props) {
  const { kind } = props.field
  if (kind === 'list') return <EntriesBox {...props} />
  if (kind === 'click') return <ClickBox {...props} />
  return <LineBox {...props} />
}

function LineBox({ name, field, shared, onChange }: Props) {
  const t = useText(panelText)
  const label = labelIn(field.label, useLanguage())
  const [fault, setFault] = useState<string>()
  const isText = field.kind !== 'image' && (lengthOf(field) ?? 0) >= longText
  const isLong = field.kind === 'expression' || field.kind === 'bind' || isText
  // Input that is not valid yet is held here, such as a half-typed path.
  const [draft, setDraft] = useState<unknown>()
  const checked = (value: unknown) => {
    const fits = field.schema.safeParse(value).success
    setDraft(fits ? undefined : value)
    setFault(fits ? undefined : t(field.kind === 'image' ? 'wrongPicture' : 'notAllowed'))
    if (fits) onChange(value)
  }
  const shown = draft === undefined ? shared : { value: draft, isMixed: false }
  return (
    <Row label={label} isWide={isLong} isFlag={field.kind === 'flag'} fault={fault}>
      {(id) => <Control {...{ id, name, label, field }} shared={shown} onChange={checked} onFault={setFault} />}
    </Row>
  )
}

type ControlProps = Props & { id: string; label: string; onFault: (fault: string | undefined) => void }

function Control({ onFault, ...props }: ControlProps) {
  const { id, name, label, field, shared, onChange } = props
  const destination = useDestination(props)
  if (destination) return destination
  const at = { id, shared, onChange }
  switch (field.kind) {
    case 'number':
      return <NumberBox {...at} min={field.min} max={field.max} unit={field.unit} onFault={onFault} />
    case 'flag':
      return <FlagBox {...at} />
    case 'choice':
      return <ChoiceBox {...at} options={field.options} />
    case 'colour':
      return <ColourBox {...at} label={label} />
    case 'image':
      return <PictureBox {...at} />
    case 'expression':
      return <ExpressionBox {...at} label={label} />
    case 'bind':
      return (
        <BindBox
          {...{ id, label }}
          kinds={field.kinds ?? []}
          shared={shared as Shared<Binding | undefined>}
          onChange={(binding) => onChange(rebound(shared.isMixed ? {} : (shared.value as Binding), binding))}
        />
      )
    default:
      return (
        <TextBox
          {...at}
          maxLength={lengthOf(field)}
          isLong={(lengthOf(field) ?? 0) >= longText}
          hasLines={field.kind === 'words' && name === 'text'}
        />
      )
  }
}

/** Ids, keys and titles with a target are selected from a list, if the room offers one. */
function useDestination({ name, id, field, shared, onChange }: Omit<ControlProps, 'onFault'>) {
  const { pages, devices, scenes, regions } = useSources()
  const at = { id, shared, onChange }
  const isNumber = field.kind === 'number'
  if (isNumber && name === 'pageId') return <DestinationBox<number> {...at} destinations={pages} none={0} />
  if (isNumber && name === 'equipmentId' && devices)
    return <DestinationBox<number> {...at} destinations={devices} none={0} />
  if (field.kind === 'text' && name === 'scene' && scenes) return <SceneBox {...at} scenes={scenes} />
  if (field.kind === 'text' && name === 'authRegion') return <RegionsBox {...at} regions={regions} />
  return undefined
}

/** Selects a scene, with a link to the settings of the scene. */
function SceneBox({ scenes, ...at }: Parameters<typeof SceneSelect>[0]) {
  const t = useText(panelText)
  const to = at.shared.isMixed ? undefined : scenes.find(({ id }) => id === at.shared.value)?.to
  return (
    <span className="panel-scene">
      <SceneSelect {...at} scenes={scenes} />
      {to !== undefined && (
        <a href={to} target="_blank" rel="noreferrer">
          {t('configureScene')}
        </a>
      )}
    </span>
  )
}

const SceneSelect = ({
  scenes,
  ...at
}: Pick<ControlProps, 'id' | 'shared' | 'onChange'> & { scenes: readonly Destination<string>[] }) => (
  <DestinationBox<string> {...at} destinations={scenes} none="" />
)

/** The fields of an object, each under its key; conditions refer to the other values. */
export function ObjectFields({ fields, stored, onChange }: { fields: Fields; stored: unknown; onChange: Change }) {
  const values = readFields(fields, stored) as Record<string, unknown>
  const lines = Object.entries(fields).map(([name, field]) => ({ name, field }))
  return reached(lines.filter(({ field }) => isShown(field, values))).map(({ name, field }) => {
    const own = (stored as Record<string, unknown> | null | undefined)?.[name]
    return (
      <FieldBox
        key={name}
        {...{ name, field }}
        shared={{ value: fieldValue(field, own), isMixed: false }}
        onChange={(value, at) => onChange(write(stored, name, value), at === undefined ? name : `${name}.${at}`)}
      />
    )
  })
}

/** The title of an entry: its first text that is not empty. */
function titleIn(fields: Fields, entry: unknown): string {
  const values = readFields(fields, entry) as Record<string, unknown>
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === 'words' || kind === 'text')
  const [first] = texts.map(([key]) => String(values[key])).filter((text) => text.trim() !== '')
  return first ?? ''
}

const newEntry = (fields: Fields): unknown => readFields(fields, {})

/** The entries of a list; entries with a single field are edited in their line. */
export function EntriesList({
  fields,
  most,
  entries,
  onChange,
}: {
  fields: Fields
  most: number
  entries: readonly unknown[]
  onChange: Change
}) {
  const t = useText(panelText)
  const keys = Object.keys(fields)
  const [only] = keys
  const deeper = deeperThan(fields, entries)
  const change = (place: number, entry: unknown, at?: string) =>
    onChange(
      entries.map((each, index) => (index === place ? entry : each)),
      `${place}.${at ?? ''}`,
    )
  const lineOf = (place: number) => (
    <SoleField name={only!} field={fields[only!]!} entry={entries[place]} onChange={(next) => change(place, next)} />
  )
  const bodyOf = (place: number) => (
    <ObjectFields fields={fields} stored={entries[place]} onChange={(next, at) => change(place, next, at)} />
  )
  return (
    <>
      <ListBox
        {...(keys.length === 1 ? { lineOf } : { bodyOf })}
        count={entries.length}
        most={most}
        titleOf={(place) => titleIn(fields, entries[place])}
        onAdd={() => onChange([...entries, newEntry(fields)])}
        onRemove={(place) => onChange(entries.filter((_, index) => index !== place))}
        onMove={(from, to) => onChange(moved(entries, from, to))}
      />
      {deeper > 0 && <Note>{t('deeperEntries', { count: deeper })}</Note>}
    </>
  )
}

function SoleField({
  name,
  field,
  entry,
  onChange,
}: {
  name: string
  field: Field
  entry: unknown
  onChange: (entry: unknown) => void
}) {
  const language = useLanguage()
  const own = (entry as Record<string, unknown> | null | undefined)?.[name]
  return (
    <Control
      {...{ id: '', name, label: labelIn(field.label, language), field }}
      shared={{ value: fieldValue(field, own), isMixed: false }}
      onChange={(value) => onChange(write(entry, name, value))}
      onFault={() => undefined}
    />
  )
}

function EntriesBox({ field, shared, onChange }: Props) {
  const t = useText(panelText)
  const language = useLanguage()
  const entries = Array.isArray(shared.value) ? shared.value : []
  return (
    <Section label={labelIn(field.label, language)}>
      {shared.isMixed ? (
        <Note>{t('mixedList')}</Note>
      ) : (
        <EntriesList fields={field.of ?? {}} most={field.most ?? 0} entries={entries} onChange={onChange} />
      )}
    </Section>
  )
}

/** The click action of an entry; other fields are hidden while it is off. */
function ClickBox({ field, shared, onChange }: Props) {
  const language = useLanguage()
  const isOn = readFields({ enable }, shared.value).enable
  const stored = shownClick(shared.value)
  return (
    <Section label={labelIn(field.label, language)}>
      <ObjectFields
        fields={isOn ? shownFields : { enable }}
        stored={stored}
        onChange={(next, at = '') => {
          const [name = ''] = at.split('.')
          onChange(changedClick(shared.value, name, (next as Record<string, unknown>)[name]), at)
        }}
      />
    </Section>
  )
}

const { enable } = clickFields
const shownFields: Fields = Object.fromEntries(Object.entries(clickFields).filter(([name]) => isShownName(name)))
