// The list of pages of a device or of a project, with the actions on a page.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { ListViewSwitch, useListView } from '../../../ui/list-view.tsx'
import { Tag } from '../../../ui/page-header.tsx'
import { useReason } from '../../../ui/reason.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { PagePictureBox } from '../../frame/page-picture.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { type PageRow, queryPages } from '../page-list/contract.ts'
import { CopyForm, type Listed, RenameForm } from '../page-list/list-forms.tsx'
import { NewPageForm } from '../page-list/new-page.tsx'
import '../page-list/page-list.css'
import { useOwnerZone } from '../page/part-owner-zone.ts'
import { ownerFields } from '../page/rules.ts'
import { PageImport } from '../page-list/page-import.tsx'
import { type Asked, RowActs } from '../page-list/row-acts.tsx'
import { RowVersions } from '../page-list/row-versions.tsx'
import { pageListText } from '../page-list/text.ts'
import { PasswordForm } from '../page-password/part-form.tsx'
import { livePath } from './page-place.ts'

export function PageList({ owner, name, zone }: Listed) {
  const t = useText(pageListText)
  const reason = useReason()
  const list = useList({}, limits.pageSize, 'pages')
  const shown = useListView('pages')
  const hasPictures = shown.view === 'cards'
  const query = useQuery({
    ...queryOf(queryPages, { ...ownerFields(owner), ...(hasPictures && { pictures: true }) }),
    placeholderData: keepPreviousData,
  })
  const [asked, setAsked] = useState<Asked | 'import'>()
  const { data: pages = [] } = query
  const close = () => setAsked(undefined)
  const isOfProject = owner.projectId !== null
  const limit = limits.configPages
  const why = pages.length >= limit && reason('pageCapacity', { limit })
  return (
    <>
      <ListRoom<PageRow>
        isPart
        title={t('pages')}
        may="page:edit"
        add={{
          ...{ label: t('addPage'), why, isSecondary: !isOfProject },
          more: (
            <Act icon="upload" may="page:edit" why={why} onClick={() => setAsked('import')}>
              {t('importPage')}
            </Act>
          ),
        }}
        barEnd={t('usedPages', { count: pages.length, limit })}
        empty={{
          icon: 'page',
          about: t(isOfProject ? 'pagesOfProject' : owner.isTemplate ? 'pagesOfTemplate' : 'pagesAbout'),
        }}
        columns={useColumns(useOwnerZone(owner, zone))}
        query={query}
        list={list}
        to={({ id }) => livePath(owner, id)}
        search={t('searchPages')}
        filter={<ListViewSwitch {...shown} />}
        acts={(page) => [<RowActs key="acts" {...{ owner, page }} onAsk={setAsked} />]}
        picture={
          hasPictures
            ? ({ picture }) => <PagePictureBox picture={picture} hasLoaded={!query.isPlaceholderData} hasPage />
            : undefined
        }
        form={(_, onClose) => (
          <NewPageForm owner={owner} isFirst={!pages.some(({ startup }) => startup)} onClose={onClose} />
        )}
      />
      {asked === 'import' && <PageImport owner={owner} onClose={close} />}
      {typeof asked === 'object' && <Dialog asked={asked} of={{ owner, name, zone }} onClose={close} />}
    </>
  )
}

function Dialog({ asked: { what, page }, of, onClose }: { asked: Asked; of: Listed; onClose: () => void }) {
  if (what === 'rename') return <RenameForm page={page} onClose={onClose} />
  if (what === 'password') return <PasswordForm page={page} onClose={onClose} />
  if (what === 'copy') return <CopyForm page={page} of={of} onClose={onClose} />
  return <RowVersions page={page} zone={of.zone} onClose={onClose} />
}

const withAuthor = (time: string, author: string): string => [time, author].filter(Boolean).join(' · ')

function useColumns(zone: string): Column<PageRow>[] {
  const t = useText(pageListText)
  const named = useName()
  return [
    {
      ...{ key: 'title', title: t('title'), sort: true, phone: 'title' },
      cell: ({ title, startup, type, isLocked }) => (
        <>
          <span className="page-row-title">{named(title)}</span> {startup && <Tag>{t('startPage')}</Tag>}{' '}
          {type === 'sub' && <Tag>{t('subPage')}</Tag>} {isLocked && <Tag>{t('password')}</Tag>}
        </>
      ),
      text: ({ title }) => `${named(title)} ${title}`,
    },
    { key: 'size', title: t('size'), cell: ({ width, height }) => `${width} × ${height}`, text: ({ width }) => width },
    {
      ...{ key: 'widgets', title: t('widgets'), align: 'right', sort: true, phone: 'hide' },
      cell: ({ widgets }) => formatNumber(widgets),
    },
    { key: 'version', title: t('version'), align: 'right', phone: 'hide' },
    {
      ...{ key: 'savedAt', zone, title: t('saved'), sort: true },
      cell: ({ savedAt, savedBy }) => withAuthor(formatTime(savedAt, zone).slice(0, 16), named(savedBy)),
      text: ({ savedAt, savedBy }) => withAuthor(formatTime(savedAt, zone), named(savedBy)),
    },
  ]
}
