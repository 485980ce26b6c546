// The data of the own organisation. [S2 /manage/orgal/enterprise]
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import './enterprise.css'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { Act } from '../../../ui/act.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatDate } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { languages } from '../../../ui/language.ts'
import { reloadMe } from '../../../ui/me.ts'
import { Card, CardWaiting, PageHeader, Tag } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { editMyOrganisation, type MyOrganisation, myOrganisation } from './contract.ts'
import { EnterpriseFields } from './enterprise-fields.tsx'
import { enterpriseText } from './text.ts'

export default function EnterprisePage() {
  const t = useText(enterpriseText)
  const { data, error, refetch } = useQuery(queryOf(myOrganisation, {}))
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHeader title={t('own')} tags={data?.isPlatform && <Tag>{t('platform')}</Tag>}>
        <Act kind="primary" icon="edit" may="organisation:edit" onClick={() => setEditing(true)}>
          {t('edit')}
        </Act>
      </PageHeader>
      {data ? (
        <Data own={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardWaiting />
      )}
      {data && isEditing && <OwnForm own={data} onClose={() => setEditing(false)} />}
    </>
  )
}

function Data({ own }: { own: MyOrganisation }) {
  const t = useText(enterpriseText)
  const shown = useName()
  const used = (count: number, max: number) => t('used', { count, max })
  return (
    <div className="enterprise-cards">
      <Card>
        <KeyValues
          columns={2}
          rows={[
            { label: t('name'), value: shown(own.name) },
            { label: t('contact'), value: own.contact },
            { label: t('phone'), value: own.phone },
            { label: t('email'), value: own.email },
            { label: t('address'), value: own.address },
            { label: t('zone'), value: own.zone },
            { label: t('language'), value: nameOf(own.language) ?? t('languageOfBrowser') },
            { label: t('remark'), value: own.remark },
            { label: t('created'), value: formatDate(own.createdAt, own.zone) },
          ]}
        />
      </Card>
      <Card title={t('ownAccounts')}>
        <KeyValues
          rows={[
            !own.isPlatform && { label: t('enterpriseAccounts'), value: used(own.enterpriseCount, own.maxEnterprise) },
            { label: t('internal'), value: used(own.internalCount, own.maxInternal) },
            { label: t('external'), value: used(own.externalCount, own.maxExternal) },
            { label: t('equipment'), value: own.equipmentCount },
          ]}
        />
      </Card>
    </div>
  )
}

const nameOf = (value: MyOrganisation['language']) => languages.find((each) => each.value === value)?.label

/** Value of the first option: a select has no null. */
const browser = ''

type Values = Pick<MyOrganisation, 'name' | 'contact' | 'phone' | 'email' | 'address' | 'zone' | 'remark'> & {
  language: Language | typeof browser
}

function OwnForm({ own, onClose }: { own: MyOrganisation; onClose: () => void }) {
  const t = useText(enterpriseText)
  const { mutateAsync } = useMutation(formOf(editMyOrganisation))
  const queries = useQueryClient()
  // The frame also shows name and time zone of the organisation.
  const done = async () => {
    toast.good(t('savedOwn'))
    await reloadMe()
    await queries.invalidateQueries()
  }
  return (
    <FormDrawer<Values>
      open
      width={520}
      title={t('own')}
      initial={{ ...own, language: own.language ?? browser }}
      onSubmit={({ language, ...values }) => mutateAsync({ ...values, language: language || null })}
      onDone={() => void done()}
      onClose={onClose}
    >
      <EnterpriseFields />
      <SelectField
        name="language"
        label={t('language')}
        options={[{ value: browser, label: t('languageOfBrowser') }, ...languages]}
        note={t('languageNote')}
      />
    </FormDrawer>
  )
}
