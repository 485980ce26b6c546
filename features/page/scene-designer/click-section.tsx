// The target of a click on a node: a page, in place or as a popup, or a link. A scene writes nothing.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { ObjectFields } from '../../../designer/panel/field-box.tsx'
import { Row, Section } from '../../../designer/panel/row.tsx'
import { DestinationBox, FlagBox } from '../../../designer/panel/simple-boxes.tsx'
import { type Destination, SourcesProvider, useSources } from '../../../designer/panel/sources.ts'
import { useText } from '../../../ui/words.ts'
import { choiceField, type Fields } from '../../../widgets/fields.ts'
import { clickFields } from '../../../widgets/host/click-event.ts'
import { leading } from '../../../widgets/scene/clicks.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { designerProjects } from '../open/page-designer-projects.ts'
import { pageInfo } from '../page/contract.ts'
import { queryPages } from '../page-list/contract.ts'
import { sceneDesignerText } from './text.ts'

type Stored = Record<string, unknown> | undefined

const shown: Fields = {
  action: choiceField('page', {
    label: clickFields.action.label,
    options: (clickFields.action.options ?? []).filter(({ value }) =>
      (leading as readonly string[]).includes(value),
    ) as never,
  }),
  ...Object.fromEntries(
    (['pageId', 'params', 'link', 'target', 'width', 'height', 'hint'] as const).map((key) => [key, clickFields[key]]),
  ),
}

export function ClickSection({
  stored,
  onChange,
}: {
  stored: Stored
  /** Called with the changed click action; undefined removes the action. */
  onChange: (next: Stored, key: string) => void
}) {
  const t = useText(sceneDesignerText)
  const isOn = stored?.enable === true
  return (
    <Section label={t('onClick')}>
      <Row label={t('leadsTo')} isFlag>
        {(id) => (
          <FlagBox
            id={id}
            shared={{ value: isOn, isMixed: false }}
            onChange={(enable) => onChange(enable ? { enable, action: 'page', target: 'window' } : undefined, 'enable')}
          />
        )}
      </Row>
      {isOn && <Leading stored={stored} onChange={onChange} />}
    </Section>
  )
}

function Leading({ stored, onChange }: { stored: Stored; onChange: (next: Stored, key: string) => void }) {
  const t = useText(sceneDesignerText)
  const sources = useSources()
  const pageId = PageId.safeParse(stored?.pageId).data
  const [chosen, setChosen] = useState<string>()
  const page = useQuery({ ...queryOf(pageInfo, { id: pageId ?? PageId.parse(1) }), enabled: pageId !== undefined })
  const own = page.data && (page.data.projectId ? `p${page.data.projectId}` : `d${page.data.equipmentId}`)
  const owner = chosen ?? (pageId === undefined ? undefined : own) ?? ''
  const pages = usePagesOf(owner)
  const owners = useOwners()
  const within = useMemo(() => ({ ...sources, pages: pages ?? [] }), [sources, pages])
  return (
    <SourcesProvider value={within}>
      {stored?.action === 'page' && (
        <Row label={t('owner')}>
          {(id) => (
            <DestinationBox<string>
              id={id}
              shared={{ value: owner, isMixed: false }}
              destinations={owners}
              none=""
              onChange={(next) => setChosen(next)}
            />
          )}
        </Row>
      )}
      <ObjectFields
        fields={shown}
        stored={stored}
        onChange={(next, at = '') => onChange({ action: 'page', ...(next as object) }, at)}
      />
    </SourcesProvider>
  )
}

/** Devices and projects whose pages the author may see. */
function useOwners(): Destination<string>[] {
  const named = useName()
  const devices = useQuery(queryOf(queryEquipmentsByUser, {})).data
  const projects = designerProjects.useProjects()
  return useMemo(
    () => [
      ...(devices ?? []).map(({ id, name }) => ({ id: `d${id}`, title: named(name) })),
      ...(projects ?? []).map(({ id, name }) => ({ id: `p${id}`, title: named(name) })),
    ],
    [devices, projects, named],
  )
}

function usePagesOf(owner: string): Destination<number>[] | undefined {
  const named = useName()
  const id = Number(owner.slice(1))
  const of = owner.startsWith('p')
    ? { projectId: ProjectId.safeParse(id).data }
    : { equipmentId: EquipmentId.safeParse(id).data }
  const { data } = useQuery({ ...queryOf(queryPages, of), enabled: owner !== '' })
  return useMemo(() => data?.map((page) => ({ id: page.id, title: named(page.title) })), [data, named])
}
