// Handover notes between shifts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { Pager } from '../../../ui/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { addHandover, queryHandover } from './contract.ts'
import { handoverText } from './text.ts'
import './handover.css'

const rowsAPage = 20

export function HandoverDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(handoverText)
  return (
    <SideDrawer open={open} title={t('handover')} width={460} onClose={onClose}>
      <Notes />
    </SideDrawer>
  )
}

function Notes() {
  const t = useText(handoverText)
  const zone = useZone()
  const named = useName()
  const client = useQueryClient()
  const [pageNo, setPage] = useState(1)
  const [text, setText] = useState('')
  const query = useQuery({
    ...queryOf(queryHandover, { pageNo, pageSize: rowsAPage }),
    placeholderData: (before) => before,
  })
  const add = useMutation(mutationOf(addHandover))
  const send = () =>
    add.mutate(
      { text },
      {
        onSuccess: () => {
          setText('')
          setPage(1)
          void client.invalidateQueries({ queryKey: [queryHandover.path] })
        },
      },
    )
  const { data } = query
  return (
    <>
      <form
        className="handover"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) send()
        }}
      >
        <textarea
          aria-label={t('handoverText')}
          placeholder={t('handoverText')}
          rows={4}
          maxLength={limits.handoverLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Act
          kind="primary"
          submit
          sends
          may="alarm:acknowledge"
          busy={add.isPending}
          why={!text.trim() && t('handoverText')}
        >
          {t('handoverAdd')}
        </Act>
      </form>
      <AsOf query={query} />
      {query.error && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon="log">{t('handoverEmpty')}</EmptyState>
      ) : (
        <ul className="handover-notes">
          {data.rows.map(({ id, at, accountName, text }) => (
            <li key={id}>
              <p>
                <b>{named(accountName)}</b> <time>{formatTime(at, zone)}</time>
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > rowsAPage && (
        <Pager pageNo={pageNo} pageSize={rowsAPage} total={data.total} onPage={setPage} />
      )}
    </>
  )
}
