// The displays of a project: their pages, which screen is signed in, and sign-out.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatAge, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { ProjectInfo } from '../project/contract.ts'
import { type Display, deleteDisplay, queryDisplays, renewDisplayLink, signOutDisplay } from './contract.ts'
import { DisplayForm } from './display-form.tsx'
import { PairForm } from './pair-form.tsx'
import { kioskText } from './text.ts'

/** A wall calls every few seconds; the time of its last call is stored once a minute. */
const awayMs = 150_000
const lookMs = 10_000

type Pages = ProjectInfo['pageList']
type Asked = { what: 'edit' | 'pair'; of: Display | undefined }

export function ProjectDisplays({ id, pages }: { id: ProjectId; pages: Pages }) {
  const t = useText(kioskText)
  const list = useList()
  const query = useQuery({ ...queryOf(queryDisplays, { projectId: id }), refetchInterval: lookMs })
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<{ of: Display; token: string }>()
  const renew = useMutation(mutationOf(renewDisplayLink))
  const signOut = useEnding(signOutDisplay, 'signOut', 'signOutTitle', 'signOutNote', 'signedOutToast')
  const remove = useEnding(deleteDisplay, 'delete', 'deleteTitle', 'deleteNote', 'deleted')
  const close = () => setAsked(undefined)
  const add = (
    <Act kind="primary" icon="plus" may="share:edit" onClick={() => setAsked({ what: 'edit', of: undefined })}>
      {t('add')}
    </Act>
  )
  const link = (of: Display) => renew.mutate({ id: of.id }, { onSuccess: ({ token }) => setMade({ of, token }) })
  return (
    <>
      <DataTable<Display>
        label={t('displays')}
        columns={useColumns(pages)}
        query={query}
        list={list}
        keyOf={({ id: key }) => key}
        {...((query.data ?? []).length > 0 ? { search: t('search'), filter: add } : {})}
        acts={(of) => (
          <>
            <Act kind="link" may="share:edit" onClick={() => setAsked({ what: 'pair', of })}>
              {t('pairAct')}
            </Act>
            <Act kind="link" may="share:edit" onClick={() => link(of)}>
              {t('link')}
            </Act>
            <Act kind="link" may="share:edit" onClick={() => setAsked({ what: 'edit', of })}>
              {t('change')}
            </Act>
            {of.signedInAt !== null || of.linkUntil !== null ? (
              <Act kind="link" may="share:edit" sends onClick={() => void signOut(of)}>
                {t('signOut')}
              </Act>
            ) : null}
            <Act kind="link" may="share:edit" sends onClick={() => void remove(of)}>
              {t('delete')}
            </Act>
          </>
        )}
        empty={
          <EmptyState icon="page" may="share:edit" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {asked?.what === 'edit' && <DisplayForm projectId={id} pages={pages} display={asked.of} onClose={close} />}
      {asked?.what === 'pair' && asked.of && <PairForm display={asked.of} onClose={close} />}
      {made && (
        <OnceDialog
          title={t('linkTitle', { name: made.of.name })}
          note={t('linkNote')}
          once={t('linkOnce')}
          width={640}
          onClose={() => setMade(undefined)}
        >
          <OnceValue term={t('link')} value={`${window.location.origin}/kiosk#${made.token}`} />
        </OnceDialog>
      )}
    </>
  )
}

function useColumns(pages: Pages): Column<Display>[] {
  const t = useText(kioskText)
  const named = useName()
  const zone = useZone()
  const titleOf = (id: number | null | undefined) => {
    const title = pages.find((page) => page.id === id)?.title
    return title === undefined ? nothingShown : named(title)
  }
  const pagesOf = ({ pageIds }: Display) => (pageIds.length === 0 ? t('allPages') : pageIds.map(titleOf).join(' · '))
  return [
    { key: 'name', title: t('name'), sort: true, phone: 'title' },
    { key: 'state', title: t('state'), cell: (display) => <State display={display} /> },
    { key: 'pages', title: t('pages'), cell: pagesOf, text: pagesOf, phone: 'hide' },
    {
      ...{ key: 'showsNow', title: t('showsNow'), phone: 'hide' },
      cell: ({ shown, signedInAt }) => (signedInAt === null ? nothingShown : titleOf(shown?.pageId)),
    },
    {
      ...{ key: 'signedInAt', zone, title: t('since'), phone: 'hide' },
      cell: ({ signedInAt }) => formatTime(signedInAt, zone).slice(0, 16),
    },
    { key: 'seenAt', title: t('seen'), cell: ({ seenAt }) => <Seen at={seenAt} /> },
    {
      ...{ key: 'build', title: t('version'), phone: 'hide' },
      cell: ({ shown, signedInAt }) => (signedInAt === null ? nothingShown : (shown?.build ?? nothingShown)),
    },
  ]
}

function State({ display: { signedInAt, seenAt, linkUntil } }: { display: Display }) {
  const t = useText(kioskText)
  const now = useNow()
  if (signedInAt === null) return t(linkUntil === null ? 'notSignedIn' : 'linkOpen')
  const isAway = now - (seenAt ?? signedInAt) > awayMs
  return <StatusDot state={isAway ? 'offline' : 'online'}>{t(isAway ? 'outOfReach' : 'signedIn')}</StatusDot>
}

function Seen({ at }: { at: number | null }) {
  const language = useLanguage()
  const now = useNow()
  return at === null ? nothingShown : formatAge(now - at, language)
}

/** Asks for confirmation, ends the session or deletes the display, and shows a message. */
function useEnding(
  endpoint: typeof signOutDisplay | typeof deleteDisplay,
  act: 'signOut' | 'delete',
  title: 'signOutTitle' | 'deleteTitle',
  note: 'signOutNote' | 'deleteNote',
  done: 'signedOutToast' | 'deleted',
) {
  const t = useText(kioskText)
  const { mutate } = useMutation(mutationOf(endpoint))
  return async ({ id, name }: Display) => {
    const question = { title: t(title), act: t(act), target: name, note: t(note), danger: true }
    if (await confirm(question)) mutate({ id }, { onSuccess: () => toast.good(t(done, { name })) })
  }
}
