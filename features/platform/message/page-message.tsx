// The messages of the account: all, unread, read, each under its own address. [S2 /msg]
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './message.css'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FilterRow } from '../../../ui/filter-box.tsx'
import { useLink } from '../../../ui/link.ts'
import { type ListState, useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { useStore } from '../../../ui/store.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { useText } from '../../../ui/words.ts'
import { receivedTypes } from '../../frame/message-types.ts'
import { type Message, type MessageId, messageTypes, queryMessages } from './contract.ts'
import { MessageLine } from './message-line.tsx'
import { news } from './news.ts'
import { messageText } from './text.ts'
import { useMessageActs, useOpening } from './use-messages.ts'

const tabs = {
  '/msg/messageAll': { label: 'all', status: 'all', menuType: 'all', none: 'none' },
  '/msg/messageUnReaden': { label: 'unread', status: 'unread', menuType: 'unReaden', none: 'noneUnread' },
  '/msg/messageReaden': { label: 'read', status: 'read', menuType: 'readen', none: 'noneRead' },
} as const
type Tab = (typeof tabs)[keyof typeof tabs]

const tabAt = (path: string): Tab => tabs[path as keyof typeof tabs] ?? tabs['/msg/messageAll']

export default function MessagePage() {
  const { path } = usePlace()
  return <Messages key={path} tab={tabAt(path)} />
}

function Messages({ tab }: { tab: Tab }) {
  const t = useText(messageText)
  const list = useList({ type: '' }, undefined, 'messages')
  const type = messageTypes.find((each) => each === list.filters.type)
  const asked = { status: tab.status, pageNo: list.pageNo, pageSize: list.pageSize, ...(type ? { type } : {}) }
  const query = useQuery({ ...queryOf(queryMessages, asked), placeholderData: keepPreviousData })
  const rows = query.data?.rows
  const [chosen, setChosen] = useState<ReadonlySet<MessageId>>(new Set())
  const { count } = useStore(news)
  const isUp = useLink().state === 'up'
  const { readAll } = useMessageActs()
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.total}>
        <Act
          sends
          why={count === 0 && t('nothingUnread')}
          busy={readAll.isPending}
          onClick={() => readAll.mutate(type ? { type } : {})}
        >
          {t('markAll')}
        </Act>
      </PageHeader>
      <Tabs
        label={t('title')}
        tabs={Object.entries(tabs).map(([to, { label }]) => ({
          to,
          label: t(label),
          ...(label === 'unread' && isUp && count ? { count } : {}),
        }))}
      />
      <section className="messages" aria-label={t('title')}>
        <Choices list={list} />
        <SelectionBar rows={rows ?? []} chosen={chosen} onChoose={setChosen} />
        <AsOf query={query} />
        {query.error && !rows && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!rows && !query.error && <Skeleton lines={8} />}
        {rows && <Lines rows={rows} tab={tab} chosen={chosen} onChoose={setChosen} />}
        {rows?.length === 0 && (list.filtered ? <NoMatch onClear={list.clear} /> : <None tab={tab} />)}
        {query.data && query.data.total > 0 && (
          <Pager
            pageNo={list.pageNo}
            pageSize={list.pageSize}
            total={query.data.total}
            onPage={list.setPage}
            onPageSize={list.setPageSize}
          />
        )}
      </section>
    </>
  )
}

function None({ tab }: { tab: Tab }) {
  const t = useText(messageText)
  const types = joinWords(receivedTypes(useMay()).map((type) => t(type)))
  return <EmptyState icon="bell">{t(tab.none, { types })}</EmptyState>
}

function Choices({ list }: { list: ListState<{ type: string }> }) {
  const t = useText(messageText)
  const received = receivedTypes(useMay())
  // The address may name a type that is not sent any more.
  const offered = messageTypes.filter((type) => received.includes(type) || type === list.filters.type)
  const options = offered.map((value) => ({ value: value as string, label: t(value) }))
  return (
    <FilterRow>
      <Segmented
        label={t('types')}
        value={list.filters.type}
        options={[{ value: '', label: t('anyType') }, ...options]}
        onChange={(type) => list.setFilter({ type })}
      />
    </FilterRow>
  )
}

type Choosing = { chosen: ReadonlySet<MessageId>; onChoose: (chosen: ReadonlySet<MessageId>) => void }

function SelectionBar({ rows, chosen, onChoose }: { rows: readonly Message[] } & Choosing) {
  const t = useText(messageText)
  const { read } = useMessageActs()
  const askDelete = useDeleting()
  // A message deleted on another page is no longer selected.
  const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const isAll = rows.length > 0 && ids.length === rows.length
  const none = ids.length === 0 && t('nothingSelected')
  const done = () => onChoose(new Set())
  return (
    <div className="message-bar">
      <label>
        <input
          type="checkbox"
          aria-label={t('selectPage')}
          checked={isAll}
          disabled={rows.length === 0}
          onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
        />
        <span>{ids.length > 0 ? t('selected', { count: ids.length }) : t('selectPage')}</span>
      </label>
      <Act sends why={none} busy={read.isPending} onClick={() => read.mutate({ ids }, { onSuccess: done })}>
        {t('markSelected')}
      </Act>
      <Act icon="trash" sends why={none} onClick={() => void askDelete(ids, done)}>
        {t('delete')}
      </Act>
    </div>
  )
}

function Lines({ rows, tab, chosen, onChoose }: { rows: readonly Message[]; tab: Tab } & Choosing) {
  const t = useText(messageText)
  const open = useOpening()
  const askDelete = useDeleting()
  const toggle = (id: MessageId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <ul className="message-lines">
      {rows.map((message) => (
        <MessageLine
          key={message.id}
          message={message}
          menuType={tab.menuType}
          onOpen={() => open(message)}
          before={
            <label className="message-choice">
              <input
                type="checkbox"
                aria-label={t('select', { title: message.title })}
                checked={chosen.has(message.id)}
                onChange={() => toggle(message.id)}
              />
            </label>
          }
          after={
            <IconAct
              icon="trash"
              label={t('deleteOne')}
              onClick={() => void askDelete([message.id], () => undefined)}
            />
          }
        />
      ))}
    </ul>
  )
}

function useDeleting() {
  const t = useText(messageText)
  const { remove } = useMessageActs()
  return async (ids: MessageId[], onDone: () => void) => {
    const target = t('deleteTarget', { count: ids.length })
    const question = { title: t('deleteTitle'), act: t('delete'), target, note: t('deleteNote'), danger: true }
    if (await confirm(question)) remove.mutate({ ids }, { onSuccess: onDone })
  }
}
