// The templates of the organisation. [S2 /manage/eg/template/list]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callStream, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { saveAnswer } from '../../../ui/download.ts'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { ListViewSwitch, useListView } from '../../../ui/list-view.tsx'
import { useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { PagePictureBox } from '../../frame/page-picture.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  deleteTemplate,
  exportTemplate,
  type ListedTemplate,
  queryTemplatesForManage,
  type TemplateRow,
} from './contract.ts'
import { CopyForm } from './copy-form.tsx'
import { ImportForm } from './import-form.tsx'
import './template.css'
import { templateText } from './text.ts'

export default function TemplateListPage() {
  const t = useText(templateText)
  const { go } = usePlace()
  const list = useList()
  const shown = useListView('templates')
  const hasPictures = shown.view === 'cards'
  const asked = { keyword: list.word, pageNo: list.pageNo, pageSize: list.pageSize }
  const query = useQuery({
    ...queryOf(queryTemplatesForManage, { ...asked, ...(hasPictures && { pictures: true }) }),
    placeholderData: (before) => before,
  })
  const hasLoaded = !query.isPlaceholderData
  const [open, setOpen] = useState<'import' | TemplateRow>()
  const close = () => setOpen(undefined)
  const actsOf = useActs(setOpen)
  return (
    <>
      <ListRoom<ListedTemplate>
        title={t('title')}
        headActs={
          <Act icon="upload" may="template:add" onClick={() => setOpen('import')}>
            {t('import')}
          </Act>
        }
        may="template:add"
        add={{ label: t('add'), onClick: () => go('/manage/eg/template/add') }}
        empty={{ icon: 'layers', about: t('about') }}
        columns={useColumns()}
        query={query}
        list={list}
        to={({ id }) => pathOf('/manage/eg/template/edit/{id}/info', { id })}
        acts={actsOf}
        search={t('search')}
        filter={<ListViewSwitch {...shown} />}
        picture={
          hasPictures
            ? ({ picture, pages }) => <PagePictureBox {...{ picture, hasLoaded }} hasPage={pages > 0} />
            : undefined
        }
        exportName="templates"
      />
      {open === 'import' && <ImportForm onClose={close} />}
      {typeof open === 'object' && <CopyForm of={open} onClose={close} />}
    </>
  )
}

function useColumns(): Column<TemplateRow>[] {
  const t = useText(templateText)
  const named = useName()
  const zone = useZone()
  const narrow = useNarrow()
  return [
    { key: 'name', title: t('name'), cell: ({ name }) => named(name), phone: 'title' },
    { key: 'model', title: t('model'), cell: ({ model }) => model ?? nothingShown, phone: 'hide' },
    { key: 'series', title: t('series'), cell: ({ series }) => series ?? t('anySeries'), phone: 'hide' },
    { key: 'signals', title: t('variables'), align: 'right', phone: 'hide' },
    { key: 'reports', title: t('reports'), align: 'right', phone: 'hide' },
    { key: 'alarms', title: t('alarms'), align: 'right', phone: 'hide' },
    { key: 'pages', title: t('pages'), align: 'right', phone: 'hide' },
    {
      ...{ key: 'devices', title: t('devices'), align: 'right', phone: 'end' },
      cell: ({ devices }) => (narrow ? t('deviceCount', { count: devices }) : devices),
      text: ({ devices }) => devices,
    },
    {
      key: 'differing',
      title: t('differing'),
      align: 'right',
      cell: ({ differing }) =>
        differing > 0 ? (
          <span className="template-differing">
            ≠ {differing}
            {narrow && ` ${t('differing')}`}
          </span>
        ) : (
          // On a phone the columns have no headings, so a zero is omitted.
          !narrow && differing
        ),
      text: ({ differing }) => differing,
    },
    {
      key: 'changedAt',
      zone,
      title: t('changedAt'),
      cell: ({ changedAt }) => formatTime(changedAt, zone).slice(0, 16),
      text: ({ changedAt }) => formatTime(changedAt, zone),
      phone: 'hide',
    },
  ]
}

function useActs(onCopy: (row: TemplateRow) => void) {
  const t = useText(templateText)
  const named = useName()
  const remove = useConfirmed(deleteTemplate)
  const askRemove = ({ id, name: given }: TemplateRow) => {
    const name = named(given)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  const save = ({ id }: TemplateRow) => saveAnswer(`${id}.json`, callStream(exportTemplate, { id }))
  return (row: TemplateRow) => [
    { label: t('copy'), onClick: () => onCopy(row) },
    { label: t('export'), may: 'template:view' as const, onClick: () => void save(row) },
    {
      ...{ label: t('delete'), may: 'template:delete' as const },
      why: row.devices > 0 && t('inUse', { count: row.devices }),
      onClick: () => void askRemove(row),
    },
  ]
}
