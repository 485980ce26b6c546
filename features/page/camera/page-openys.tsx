// The account of an organisation at the provider of its cameras. [S2 /manage/openys]
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import './camera.css'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { ChoiceField, FieldPair, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useZone } from '../../../ui/me.ts'
import { Card, CardWaiting, PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { deleteOpenys, type OpenysParam, queryOpenys, regions, saveOpenys } from './contract.ts'
import { openysText } from './text.ts'
import { type Entered, TryIt } from './try-it.tsx'

export default function OpenysPage() {
  const t = useText(openysText)
  const { data, error, refetch } = useQuery(queryOf(queryOpenys, {}))
  const remove = useRemove()
  return (
    <>
      <PageHeader title={t('title')}>
        {data?.param && (
          <Act icon="trash" may="openys:edit" onClick={() => void remove()}>
            {t('remove')}
          </Act>
        )}
      </PageHeader>
      {data ? (
        <Account key={JSON.stringify(data)} {...data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardWaiting />
      )}
    </>
  )
}

function useRemove() {
  const t = useText(openysText)
  const queries = useQueryClient()
  const { mutateAsync } = useMutation(mutationOf(deleteOpenys))
  return async () => {
    const question = { title: t('removeTitle'), act: t('remove'), target: 'EZVIZ', note: t('removeNote'), danger: true }
    if (!(await confirm(question))) return
    await mutateAsync({}).then(
      () => toast.good(t('removed')),
      // The shared handler of failed mutations reports the error.
      () => undefined,
    )
    await queries.invalidateQueries({ queryKey: [queryOpenys.path] })
  }
}

function Account({ isOn, param }: OutputOf<typeof queryOpenys>) {
  const t = useText(openysText)
  const initial: Entered = { region: param?.region ?? 'china', appKey: param?.appKey ?? '', appSecret: '' }
  const [entered, setEntered] = useState(initial)
  return (
    <div className="openys">
      <div className="openys-main">
        {!isOn && (
          <p className="openys-off" role="status">
            <Icon name="info" size={16} />
            <span>{t('off')}</span>
          </p>
        )}
        <AccountForm param={param} initial={initial} onChange={setEntered} />
        {isOn && <TryIt entered={entered} isStored={param !== null} />}
      </div>
      <aside className="openys-about">
        <Card title={param ? t('next') : t('none')}>
          {param && <p>{t('nextNote')}</p>}
          <p>{t('about')}</p>
          <p>{t('where')}</p>
          <p>{t('regions')}</p>
        </Card>
      </aside>
    </div>
  )
}

type Editing = { param: OpenysParam | null; initial: Entered; onChange: (entered: Entered) => void }

function AccountForm({ param, initial, onChange }: Editing) {
  const t = useText(openysText)
  const zone = useZone()
  const queries = useQueryClient()
  const { mutateAsync } = useMutation(formOf(saveOpenys))
  return (
    <Card
      title={t('account')}
      act={
        param && (
          <small className="openys-by">
            {t('by', { name: param.updatedBy, at: formatTime(param.updatedAt, zone) })}
          </small>
        )
      }
    >
      <FormFrame<Entered>
        initial={initial}
        act={t('save')}
        onChange={onChange}
        onSubmit={({ appSecret, ...account }) => mutateAsync({ ...account, appSecret: appSecret || null })}
        onDone={() => {
          toast.good(t('saved'))
          void queries.invalidateQueries({ queryKey: [queryOpenys.path] })
        }}
      >
        <ChoiceField
          name="region"
          label={t('region')}
          note={t('regionNote')}
          options={regions.map((value) => ({ value, label: t(value) }))}
        />
        <FieldPair>
          <TextField
            name="appKey"
            label={t('appKey')}
            required
            max={64}
            rules={[{ pattern: /^\s*[\w-]{8,64}\s*$/, message: t('appKeyRule') }]}
          />
          <TextField
            name="appSecret"
            label={t('appSecret')}
            note={t(param ? 'secretKept' : 'secretNote')}
            password
            required={param === null}
            max={64}
            rules={[{ pattern: /^\s*[\w-]{8,64}\s*$/, message: t('appKeyRule') }]}
          />
        </FieldPair>
      </FormFrame>
    </Card>
  )
}
