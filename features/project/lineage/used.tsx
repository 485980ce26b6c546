// The uses of a variable with links: rules, reports, pages, 3D scenes, intermediate variables.
import type { ReactNode } from 'react'
import { SeverityMark } from '../../../ui/marks.tsx'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import { ValueLinks } from '../../device/open/link-list.tsx'
import { livePath } from '../../page/open/page-place.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { SignalLineage } from './contract.ts'
import { lineageText } from './text.ts'

type Entry = { key: number; to: string; mark?: ReactNode; name: string; note?: string | undefined }

function Uses({ name, entries, hasMore = false }: { name: string; entries: readonly Entry[]; hasMore?: boolean }) {
  const t = useText(lineageText)
  return (
    <div>
      <h4>{name}</h4>
      {entries.length === 0 ? (
        <p className="lineage-quiet">{t('none')}</p>
      ) : (
        <ul>
          {entries.map(({ key, to, mark, name: own, note }) => (
            <li key={key}>
              {mark}
              <Go to={to}>{own}</Go>
              {note && <small>{note}</small>}
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="lineage-quiet">{t('more')}</p>}
    </div>
  )
}

export function Used({ lineage }: { lineage: SignalLineage }) {
  const t = useText(lineageText)
  const named = useName()
  const { device, signal, alarms, reports, pages, scenes, mvars } = lineage
  const { id } = device
  const off = (isEnabled: boolean) => (isEnabled ? undefined : t('off'))
  return (
    <section className="lineage-part lineage-used">
      <h3>{t('used')}</h3>
      {alarms && (
        <Uses
          name={t('alarms')}
          entries={alarms.map((rule) => ({
            ...{ key: rule.id, name: named(rule.name), note: off(rule.isEnabled) },
            ...{
              mark: <SeverityMark severity={rule.level} />,
              to: pathOf('/manage/eg/equipment/edit/{id}/alarm', { id }),
            },
          }))}
        />
      )}
      {reports && (
        <Uses
          name={t('reports')}
          entries={reports.map((report) => ({
            ...{ key: report.id, name: named(report.name) },
            note: [report.type === 'summary' && t('summary'), off(report.isEnabled)].filter(Boolean).join(' · '),
            to: withSearch(pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 }), {
              ...{ tab: 'history', signal: signal.id },
            }),
          }))}
        />
      )}
      {pages && (
        <Uses
          name={t('pages')}
          hasMore={pages.hasMore}
          entries={pages.rows.map((page) => ({
            ...{ key: page.id, name: named(page.title), to: livePath(page, page.id) },
            note: [page.isTemplate && t('template'), named(page.of)].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {scenes && (
        <Uses
          name={t('scenes')}
          hasMore={scenes.hasMore}
          entries={scenes.rows.map((scene) => ({
            ...{ key: scene.id, name: named(scene.name) },
            to: withSearch('/manage/eg/scene', { word: scene.name }),
          }))}
        />
      )}
      {mvars && (
        <Uses
          name={t('mvars')}
          hasMore={mvars.hasMore}
          entries={mvars.rows.map((mvar) => ({
            ...{ key: mvar.id, name: named(mvar.title), note: named(mvar.projectName) },
            to: withSearch('/manage/eg/project/list', { id: String(mvar.projectId), tab: 'mvars' }),
          }))}
        />
      )}
      <ValueLinks equipmentId={id} signal={signal} />
    </section>
  )
}
