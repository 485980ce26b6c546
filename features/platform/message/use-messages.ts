// Actions on messages, for use on any page; each updates the count.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import { deleteMessages, ignoreMessage, type Message, markAllAsRead, markAsRead } from './contract.ts'
import { recount } from './news.ts'

const counting = { onSuccess: () => void recount() }

export function useMessageActs() {
  const read = useMutation({ ...mutationOf(markAsRead), ...counting })
  const readAll = useMutation({ ...mutationOf(markAllAsRead), ...counting })
  const remove = useMutation({ ...mutationOf(deleteMessages), ...counting })
  const ignore = useMutation({ ...mutationOf(ignoreMessage), ...counting })
  return { read, readAll, remove, ignore }
}

/** Marks a message as read when it is opened. [S4 Alarm/order click] */
export function useOpening(): (message: Message) => void {
  const { read } = useMessageActs()
  return ({ id, status }) => {
    if (status === 'unread') read.mutate({ ids: [id] })
  }
}
