// The page of the account's sessions.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatAge, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { type Agent, endOtherSessions, endSession, querySessions, type Session } from './contract.ts'
import { SignInHead } from './part-sign-in-head.tsx'
import { sessionText } from './text.ts'

const refreshMs = 60_000

export default function SessionPage() {
  const t = useText(sessionText)
  const list = useList()
  const query = useQuery({ ...queryOf(querySessions, {}), refetchInterval: refreshMs })
  const { end, endOthers } = useEnding()
  const others = (query.data ?? []).filter(({ isCurrent }) => !isCurrent).length
  return (
    <>
      <SignInHead title={t('title')} about={t('about')}>
        <Act why={others === 0 && t('noOthers')} onClick={() => void endOthers(others)}>
          {t('endAll')}
        </Act>
      </SignInHead>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        acts={(session) =>
          !session.isCurrent && (
            <Act kind="link" onClick={() => void end(session)}>
              {t('end')}
            </Act>
          )
        }
        empty={null}
      />
    </>
  )
}

function useAgentName() {
  const t = useText(sessionText)
  return ({ program, system }: Agent): string => {
    if (program && system) return t('on', { program, system })
    return program ?? system ?? t('unknown')
  }
}

function useColumns(): Column<Session>[] {
  const t = useText(sessionText)
  const zone = useZone()
  const name = useAgentName()
  const language = useLanguage()
  const now = useNow()
  // The platform stores a use once a minute.
  const seen = ({ isCurrent, seenAt }: Session) =>
    isCurrent || now - seenAt < refreshMs ? t('now') : t('ago', { age: formatAge(now - seenAt, language) })
  return [
    {
      key: 'agent',
      title: t('where'),
      cell: ({ agent, isCurrent }) => (
        <span className="session-where">
          {name(agent)}
          {isCurrent && <Tag>{t('thisOne')}</Tag>}
        </span>
      ),
    },
    { key: 'ip', title: t('ip') },
    { key: 'createdAt', zone, title: t('since'), cell: ({ createdAt }) => formatTime(createdAt, zone), phone: 'hide' },
    { key: 'seenAt', title: t('seen'), cell: seen },
  ]
}

/** Asks for confirmation, ends sessions, and shows the result. */
function useEnding() {
  const t = useText(sessionText)
  const name = useAgentName()
  const end = useConfirmed(endSession)
  const endOthers = useConfirmed(endOtherSessions)
  return {
    end: ({ id, agent, ip }: Session) => {
      const target = [name(agent), ip].filter(Boolean).join(' · ')
      return end({ id }, { title: t('endTitle'), act: t('end'), target, note: t('endNote'), done: t('ended') })
    },
    endOthers: (count: number) => {
      const question = {
        title: t('endAllTitle'),
        act: t('endAll'),
        target: t('others', { count }),
        note: t('endAllNote'),
      }
      return endOthers({}, { ...question, done: (done) => t('endedAll', { count: done.count }) })
    },
  }
}
