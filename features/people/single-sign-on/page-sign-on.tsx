// The providers of single sign-on, for the operator.
import { useQuery } from '@tanstack/react-query'
import './single-sign-on.css'
import { queryOf } from '../../../contract/call.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Copyable } from '../../../ui/key-values.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { querySignOns, removeSignOn, type SignOn } from './contract.ts'
import { SignOnForm } from './sign-on-form.tsx'
import { signOnText } from './text.ts'

export default function SignOnPage() {
  const t = useText(signOnText)
  const query = useQuery(queryOf(querySignOns, {}))
  const remove = useConfirmed(removeSignOn)
  const { data } = query
  const askRemove = ({ id, name }: SignOn) => {
    const question = { title: t('removeTitle'), act: t('remove'), target: name, note: t('removeNote') }
    return remove({ id }, { ...question, done: t('removed', { name }) })
  }
  return (
    <ListRoom
      title={t('title')}
      head={(add) => (
        <PageHeader title={t('title')} count={data?.rows.length}>
          {data && data.rows.length > 0 && add}
        </PageHeader>
      )}
      may="signOn:edit"
      add={{ label: t('add') }}
      empty={{ icon: 'lock', about: t('about') }}
      columns={useColumns()}
      query={{ ...query, data: data?.rows }}
      search={t('search')}
      acts={(row, edit) => [
        { label: t('edit'), onClick: edit },
        { label: t('remove'), onClick: () => void askRemove(row) },
      ]}
      form={(provider, onClose) =>
        data && <SignOnForm origin={data.origin} {...(provider ? { provider } : {})} onClose={onClose} />
      }
    />
  )
}

function useColumns(): Column<SignOn>[] {
  const t = useText(signOnText)
  return [
    { key: 'name', title: t('name') },
    { key: 'orgName', title: t('organisation') },
    { key: 'slug', title: t('slug'), cell: ({ slug }) => <span className="mono">{slug}</span> },
    { key: 'issuer', title: t('issuer'), phone: 'hide' },
    {
      key: 'redirectUri',
      title: t('redirectUri'),
      cell: ({ redirectUri }) => <Copyable text={redirectUri} />,
      phone: 'hide',
    },
    { key: 'linkCount', title: t('linkCount'), align: 'right', phone: 'hide' },
    {
      key: 'enabled',
      title: t('state'),
      cell: ({ enabled }) => <span className={enabled ? undefined : 'sign-on-off'}>{t(enabled ? 'on' : 'off')}</span>,
      text: ({ enabled }) => t(enabled ? 'on' : 'off'),
      phone: 'end',
    },
  ]
}
