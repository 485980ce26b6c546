// The page of the account's API keys.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './api-key.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatAge, formatDate } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { SignInHead } from '../session/part-sign-in-head.tsx'
import { AddKey } from './add-key.tsx'
import { type ApiKey, endApiKey, queryApiKeys } from './contract.ts'
import { useRightWords } from './rights.ts'
import { apiKeyText } from './text.ts'

export default function ApiKeyPage() {
  const t = useText(apiKeyText)
  const list = useList()
  const query = useQuery(queryOf(queryApiKeys, {}))
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  const end = useEnd()
  const add = (
    <Act kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('add')}
    </Act>
  )
  return (
    <>
      <SignInHead
        title={t('title')}
        about={
          <>
            {t('about')}{' '}
            <a href="/api" target="_blank" rel="noreferrer">
              {t('docs')}
            </a>
          </>
        }
      >
        {add}
      </SignInHead>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        acts={(key) => (
          <Act kind="link" onClick={() => void end(key)}>
            {t('end')}
          </Act>
        )}
        empty={<EmptyState icon="link">{t('empty')}</EmptyState>}
      />
      {isAdding && <AddKey onMade={setMade} onClose={() => setAdding(false)} />}
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

function useEnd() {
  const t = useText(apiKeyText)
  const { mutate } = useMutation(mutationOf(endApiKey))
  return async ({ id, name, hint }: ApiKey) => {
    const target = `${name} · ${hint}…`
    const yes = await confirm({ title: t('endTitle'), act: t('end'), target, note: t('endNote'), danger: true })
    if (yes) mutate({ id }, { onSuccess: () => toast.good(t('ended')) })
  }
}
