// The designer's property panel: the fields of the selected widgets, derived from their declarations by widgets/panel.
// Without a selection: the page itself. [S2 Designer capabilities]
import { type ReactNode, useMemo, useState } from 'react'
import type { PageContainer, PageWidget } from '../../contract/page-document.ts'
import { keepHere, readKeptHere } from '../../ui/kept.ts'
import { useLanguage } from '../../ui/language.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { labelIn, useText } from '../../ui/words.ts'
import type { Panel, PanelSection } from '../../widgets/panel.ts'
import type { Widget } from '../../widgets/widget.ts'
import { SymbolSection } from '../symbol/symbol-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { type Edit, type OnChange, setAt } from './edit.ts'
import { EventSection } from './event-section.tsx'
import { EntriesList, FieldBox } from './field-box.tsx'
import { MotionSection } from './motion-section.tsx'
import { PageSection } from './page-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { Note, Row, Section } from './row.tsx'
import { commonPanel, nameOf, sectionsOf, sharedAt, sharedField } from './shared.ts'
import { RegionsBox } from './simple-boxes.tsx'
import { SlotSection } from './slot-section.tsx'
import { type Sources, SourcesProvider, useSources } from './sources.ts'
import { panelText } from './text.ts'
import './panel.css'

const tabs = ['style', 'data', 'motion', 'event'] as const
export type PanelTab = (typeof tabs)[number]
const kept = 'designer-tab'

type Props = Sources & {
  /** The selected widgets. */
  widgets: readonly PageWidget[]
  types: ReadonlyMap<string, Widget>
  /** Edits any widget of the page. */
  whole: Edit
  container: PageContainer
  onContainer: (next: PageContainer) => void
  /** The guides of the page, editable as numbers. */
  guides?: ReactNode
  /** Called with a change, which is applied to each selected widget. */
  onChange: OnChange
  /** The tab to open; by default the one that was open last. */
  tab?: PanelTab
}

export function PropertyPanel(props: Props) {
  const { widgets, types, whole, container, onContainer, guides, onChange, tab, ...sources } = props
  const t = useText(panelText)
  const { variables, pages, regions, devices, scenes, pictures, symbols, named } = sources
  const brought = useMemo(
    () => ({
      ...{ variables, pages },
      ...(regions ? { regions } : {}),
      ...(devices ? { devices } : {}),
      ...(scenes ? { scenes } : {}),
      ...(pictures ? { pictures } : {}),
      ...(symbols ? { symbols } : {}),
      ...(named ? { named } : {}),
    }),
    [variables, pages, regions, devices, scenes, pictures, symbols, named],
  )
  return (
    <SourcesProvider value={brought}>
      <section className="panel" aria-label={t('properties')}>
        {widgets.length === 0 ? (
          <div className="panel-body">
            <PageSection container={container} onContainer={onContainer} />
            {guides}
            <DeviceSection edit={whole} />
          </div>
        ) : (
          <Selected edit={{ widgets, onChange }} {...{ types, whole }} {...(tab ? { first: tab } : {})} />
        )}
      </section>
    </SourcesProvider>
  )
}

type SelectedProps = { edit: Edit; types: ReadonlyMap<string, Widget>; whole: Edit; first?: PanelTab }

function Selected({ edit, types, whole, first }: SelectedProps) {
  const t = useText(panelText)
  const [tab, setTab] = useState<PanelTab>(() => first ?? tabs.find((each) => each === readKeptHere(kept)) ?? 'style')
  const open = (next: PanelTab) => {
    setTab(next)
    keepHere(kept, next)
  }
  const panel = commonPanel(edit.widgets, types)
  // Half-typed input belongs to the selection in which it was typed, and is dropped with it.
  const selection = edit.widgets.map(({ id }) => id).join(' ')
  return (
    <>
      <Segmented
        wide
        label={t('properties')}
        value={tab}
        options={tabs.map((each) => ({ value: each, label: t(each) }))}
        onChange={open}
      />
      <div key={`${selection} ${tab}`} className="panel-body">
        <Head edit={edit} types={types} />
        {(tab === 'style' || tab === 'data') && <SymbolSection {...{ edit, whole, types }} />}
        {tab === 'style' && <StyleTab {...{ edit, panel }} />}
        {tab === 'data' && <DataTab {...{ edit, panel }} />}
        {tab === 'motion' &&
          panel.animations.map((animation) => <MotionSection key={animation.kind} edit={edit} animation={animation} />)}
        {tab === 'event' && <EventSection edit={edit} click={panel.click} />}
      </div>
    </>
  )
}

/** The head of the panel: the editable name, and the type. */
function Head({ edit, types }: Pick<SelectedProps, 'edit' | 'types'>) {
  const t = useText(panelText)
  const language = useLanguage()
  const { widgets } = edit
  const [first] = widgets
  const type = first!.widgetType
  const isOneType = widgets.every(({ widgetType }) => widgetType === type)
  const typeName = isOneType
    ? (labelIn(types.get(type)?.name, language) ?? t('unknownType', { type }))
    : t('mixedTypes')
  return (
    <header className="panel-head">
      {widgets.length > 1 ? (
        <b>{t('several', { count: widgets.length })}</b>
      ) : (
        <input
          type="text"
          aria-label={t('name')}
          title={t('name')}
          maxLength={200}
          placeholder={t('name')}
          autoComplete="off"
          spellCheck={false}
          value={first!.widgetName ?? ''}
          onChange={(event) => setAt(edit, 'widgetName')(event.currentTarget.value)}
        />
      )}
      <small title={typeName}>{typeName}</small>
    </header>
  )
}

type TabProps = { edit: Edit; panel: Panel }

function Sections({ edit, sections }: { edit: Edit; sections: readonly PanelSection[] }) {
  const language = useLanguage()
  return sections.map(({ label, fields }) => (
    <Section key={label.en} label={labelIn(label, language)}>
      {fields.map(({ path, field }) => (
        <FieldBox
          key={path}
          name={nameOf(path)}
          field={field}
          shared={sharedField(edit.widgets, { path, field })}
          onChange={setAt(edit, path)}
        />
      ))}
    </Section>
  ))
}

function Slots({ edit, panel, isOne = false }: TabProps & { isOne?: boolean }) {
  const hasSingle = panel.binds.some(({ slot }) => !slot.many)
  return panel.binds
    .filter(({ slot }) => !isOne || !slot.many)
    .map((bind) => <SlotSection key={bind.name} {...{ edit, bind, hasSingle }} />)
}

function StyleTab({ edit, panel }: TabProps) {
  const t = useText(panelText)
  return (
    <>
      <PlaceSection edit={edit} />
      <Slots {...{ edit, panel }} isOne />
      <Sections edit={edit} sections={sectionsOf(panel, 'style')} />
      <Section label={t('visibleTo')}>
        <Row label={t('regions')}>{(id) => <Regions id={id} edit={edit} />}</Row>
      </Section>
    </>
  )
}

function Regions({ id, edit }: { id: string; edit: Edit }) {
  const { regions } = useSources()
  return (
    <RegionsBox
      id={id}
      regions={regions}
      shared={sharedAt(edit.widgets, 'authRegion')}
      onChange={setAt(edit, 'authRegion')}
    />
  )
}

function DataTab({ edit, panel }: TabProps) {
  const t = useText(panelText)
  const { binds, items } = panel
  const sections = sectionsOf(panel, 'data')
  const hasItems = Object.keys(items).length > 0
  const isMany = edit.widgets.length > 1
  if (binds.length === 0 && sections.length === 0 && !hasItems)
    return (
      <>
        <Note>{t(isMany ? 'nothingCommon' : 'nothingHere')}</Note>
        {isMany && <DeviceSection edit={edit} />}
      </>
    )
  return (
    <>
      <Slots {...{ edit, panel }} />
      {isMany && <DeviceSection edit={edit} />}
      {hasItems && (
        <Section label={t('items')}>
          <EntriesList
            fields={items}
            most={mostItems}
            entries={edit.widgets[0]?.items ?? []}
            onChange={setAt(edit, 'items')}
          />
        </Section>
      )}
      <Sections edit={edit} sections={sections} />
    </>
  )
}

/** Maximum number of items: a longer list would not be readable. */
const mostItems = 200
