import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { useText } from '../../../ui/words.ts'
import type { DeviceTab, DeviceTabProps } from '../../device/open/live-tab.ts'
import { queryGrants } from './contract.ts'
import { Subjects } from './subjects.tsx'
import { grantText } from './text.ts'

function Accounts({ id, name }: Pick<DeviceTabProps, 'id' | 'name'>) {
  const t = useText(grantText)
  const query = useQuery(queryOf(queryGrants, { equipmentId: id }))
  return <Subjects of={{ equipmentId: id }} name={name} query={query} about={t('aboutDevice')} />
}

export default [
  {
    key: 'accounts',
    place: 80,
    label: { en: 'Authorised accounts', 'zh-cn': '授权账号' },
    may: 'role:view',
    Body: Accounts,
  },
] satisfies DeviceTab[]
