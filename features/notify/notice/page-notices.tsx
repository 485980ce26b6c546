// Announcements of the platform's staff. [S2 system/msg]
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './notice.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { deleteNotice, type Notice, queryNotices, withdrawNotice } from './contract.ts'
import { NoticeForm } from './notice-form.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { noticeCan } from './rules.ts'
import { noticeText } from './text.ts'

const refreshMs = 10_000
const stateWords = {
  draft: 'stateDraft',
  due: 'stateDue',
  telling: 'stateTelling',
  out: 'stateOut',
  withdrawn: 'stateWithdrawn',
} as const

type Open = { as: 'form'; notice?: Notice } | { as: 'publish'; notice: Notice }

export default function NoticesPage() {
  const t = useText(noticeText)
  const zone = useZone()
  const list = useList()
  const { pageNo, pageSize } = list
  const query = useQuery({
    ...queryOf(queryNotices, { pageNo, pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.total}>
        <Act kind="primary" icon="plus" sends may="notice:edit" onClick={() => setOpen({ as: 'form' })}>
          {t('add')}
        </Act>
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={useColumns(zone)}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        acts={(notice) => <Acts notice={notice} onOpen={setOpen} />}
        empty={
          <EmptyState icon="message">
            {t('none')} {t('about')}
          </EmptyState>
        }
      />
      {open?.as === 'form' && <NoticeForm notice={open.notice} onClose={close} />}
      {open?.as === 'publish' && <PublishDialog notice={open.notice} zone={zone} onClose={close} />}
    </>
  )
}

function useColumns(zone: string): Column<Notice>[] {
  const t = useText(noticeText)
  const isEnglish = useLanguage() === 'en'
  return [
    { key: 'title', title: t('name'), cell: (row) => (isEnglish ? row.titleEn : row.title) },
    { key: 'state', title: t('state'), width: 120, phone: 'end', cell: ({ state }) => t(stateWords[state]) },
    {
      key: 'publishAt',
      zone,
      title: t('publishedAt'),
      width: 180,
      cell: ({ publishAt }) => (publishAt === null ? nothingShown : formatTime(publishAt, zone)),
    },
    {
      key: 'told',
      title: t('told'),
      width: 120,
      phone: 'hide',
      align: 'right',
      cell: ({ told }) => formatNumber(told),
    },
    { key: 'author', title: t('author'), width: 140, phone: 'hide' },
  ]
}

/**
 * Buttons for the actions that the state allows. Others are hidden, because an announcement never returns to an earlier
 * state.
 */
function Acts({ notice, onOpen }: { notice: Notice; onOpen: (open: Open) => void }) {
  const t = useText(noticeText)
  const isEnglish = useLanguage() === 'en'
  const withdraw = useConfirmed(withdrawNotice)
  const remove = useMutation(mutationOf(deleteNotice))
  const { id, state } = notice
  const target = isEnglish ? notice.titleEn : notice.title
  const askWithdraw = () => {
    const question = { title: t('withdrawTitle'), act: t('withdraw'), target, note: t('withdrawNote') }
    return withdraw({ id }, { ...question, done: t('withdrawn') })
  }
  const askDelete = async () => {
    if (await confirm({ title: t('deleteTitle'), act: t('delete'), target, danger: true })) remove.mutate({ id })
  }
  return (
    <span className="notice-acts">
      {noticeCan(state, 'publish') && (
        <Act kind="link" sends may="notice:edit" onClick={() => onOpen({ as: 'publish', notice })}>
          {t('publish')}
        </Act>
      )}
      {noticeCan(state, 'edit') && (
        <Act kind="link" sends may="notice:edit" onClick={() => onOpen({ as: 'form', notice })}>
          {t('edit')}
        </Act>
      )}
      {noticeCan(state, 'withdraw') && (
        <Act kind="link" sends may="notice:edit" onClick={() => void askWithdraw()}>
          {t('withdraw')}
        </Act>
      )}
      {noticeCan(state, 'delete') && (
        <Act kind="link" sends may="notice:edit" onClick={() => void askDelete()}>
          {t('delete')}
        </Act>
      )}
    </span>
  )
}
