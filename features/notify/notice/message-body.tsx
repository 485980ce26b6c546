// The whole text of an announcement on the page of its message.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { Message } from '../../platform/message/contract.ts'
import type { MessageBody } from '../../platform/open/message-body.ts'
import { noticeDetail } from './contract.ts'

function Body({ message: { dataId, note } }: { message: Message }) {
  const { data } = useQuery(queryOf(noticeDetail, { id: dataId }))
  return data?.body ?? note
}

export default { type: 'notice', Body } satisfies MessageBody
