// The displays of a project: their pages, which screen is signed in, and sign-out.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatAge, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useZone } from '../../../ui/me.ts'
import { OnceDialog, OnceValue } from '../../../ui/once-dialog.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
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

export function ProjectDisplays({ id, pages }: { id: ProjectId; pages: Pages }) {
  const t = useText(kioskText)
  const query = useQuery({ ...queryOf(queryDisplays, { projectId: id }), refetchInterval: lookMs })
  const [pairing, setPairing] = useState<Display>()
  const [made, setMade] = useState<{ of: Display; token: string }>()
  const renew = useMutation(mutationOf(renewDisplayLink))
  const signOut = useConfirmed(signOutDisplay)
  const remove = useConfirmed(deleteDisplay)
  const askSignOut = ({ id: display, name }: Display) => {
    const question = { title: t('signOutTitle'), act: t('signOut'), target: name, note: t('signOutNote') }
    return signOut({ id: display }, { ...question, done: t('signedOutToast', { name }) })
  }
  const askRemove = ({ id: display, name }: Display) => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ id: display }, { ...question, done: t('deleted', { name }) })
  }
  const link = (of: Display) => renew.mutate({ id: of.id }, { onSuccess: ({ token }) => setMade({ of, token }) })
  return (
    <>
      <ListRoom<Display>
        isPart
        title={t('displays')}
        may="share:edit"
        add={{ label: t('add') }}
        empty={{ icon: 'page', about: t('about') }}
        columns={useColumns(pages)}
        query={query}
        search={t('search')}
        acts={(of, edit) => [
          { label: t('pairAct'), onClick: () => setPairing(of) },
          { label: t('link'), onClick: () => link(of) },
          { label: t('change'), onClick: edit },
          (of.signedInAt !== null || of.linkUntil !== null) && {
            label: t('signOut'),
            sends: true,
            onClick: () => void askSignOut(of),
          },
          { label: t('delete'), sends: true, onClick: () => void askRemove(of) },
        ]}
        form={(display, onClose) => <DisplayForm projectId={id} {...{ pages, display, onClose }} />}
      />
      {pairing && <PairForm display={pairing} onClose={() => setPairing(undefined)} />}
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
