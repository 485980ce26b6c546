// The page of the account's API keys.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './api-key.css'
import { queryOf } from '../../../contract/call.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatAge, formatDate } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { SignInHead } from '../session/part-sign-in-head.tsx'
import { AddKey } from './add-key.tsx'
import { type ApiKey, endApiKey, queryApiKeys } from './contract.ts'
import { useRightWords } from './rights.ts'
import { apiKeyText } from './text.ts'

export default function ApiKeyPage() {
  const t = useText(apiKeyText)
  const [made, setMade] = useState<string>()
  const end = useConfirmed(endApiKey)
  const askEnd = ({ id, name, hint }: ApiKey) => {
    const question = { title: t('endTitle'), act: t('end'), target: `${name} · ${hint}…`, note: t('endNote') }
    return end({ id }, { ...question, done: t('ended') })
  }
  const about = (
    <>
      {t('about')}{' '}
      <a href="/api" target="_blank" rel="noreferrer">
        {t('docs')}
      </a>
    </>
  )
  return (
    <>
      <ListRoom
        title={t('title')}
        head={(add) => (
          <SignInHead title={t('title')} about={about}>
            {add}
          </SignInHead>
        )}
        add={{ label: t('add') }}
        empty={{ icon: 'link', about: t('empty'), hasAct: false }}
        columns={useColumns()}
        query={useQuery(queryOf(queryApiKeys, {}))}
        acts={(key) => [{ label: t('end'), onClick: () => void askEnd(key) }]}
        form={(_, onClose) => <AddKey onMade={setMade} onClose={onClose} />}
      />
      {made && (
        <OnceDialog
          title={t('madeTitle')}
          note={t('madeNote')}
          once={t('madeOnce')}
          width={600}
          onClose={() => setMade(undefined)}
        >
          <OnceValue term={t('key')} value={made} />
          <OnceValue term={t('header')} value={`Authorization: Bearer ${made}`} />
        </OnceDialog>
      )}
    </>
  )
}

function useColumns(): Column<ApiKey>[] {
  const t = useText(apiKeyText)
  const zone = useZone()
  const language = useLanguage()
  const wordsOf = useRightWords()
  const now = useNow()
  const expiry = ({ expiresAt }: ApiKey) =>
    expiresAt === null ? t('never') : expiresAt <= now ? t('expired') : formatDate(expiresAt, zone)
  return [
    { key: 'name', title: t('name') },
    { key: 'hint', title: t('hint'), cell: ({ hint }) => <code>{hint}…</code> },
    {
      key: 'auths',
      title: t('rights'),
      cell: ({ auths }) => <span title={auths.map(wordsOf).join('\n')}>{t('count', { count: auths.length })}</span>,
    },
    { key: 'expiresAt', zone, title: t('expires'), cell: expiry },
    {
      key: 'usedAt',
      title: t('used'),
      cell: ({ usedAt }) => (usedAt === null ? t('unused') : formatAge(now - usedAt, language)),
    },
  ]
}
