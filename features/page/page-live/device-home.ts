// The start page of a device for its live page.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { DeviceHome } from '../../device/open/live-home.ts'
import { homePage } from '../page/contract.ts'

const useHome: DeviceHome = (equipmentId) => {
  const { data, isPending } = useQuery(queryOf(homePage, { equipmentId }))
  return { pageId: data?.id ?? null, isPending }
}

export default useHome
