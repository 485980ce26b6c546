// Listens for messages during a session: alerts the user in the chosen ways, and shows dialogs one after the other.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../contract/call.ts'
import { language } from '../../../ui/language.ts'
import { useMe } from '../../../ui/me.ts'
import { useTurn } from '../../../ui/modal-turn.ts'
import { createStore, type Store, useStore } from '../../../ui/store.ts'
import { alarmsHeard } from '../open/message-alarm-hint.ts'
import { isShownElsewhere } from '../open/message-alert-place.ts'
import { useSetting } from '../open/user-config-setting.ts'
import { type Message, queryDialogs, queryMessages } from './contract.ts'
import { alertOf, enqueue, noDialogs, type Queue, shownNow, without } from './dialog-queue.ts'
import { dialogOf, remindersOf } from './dialogs.ts'
import { listen } from './news.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { callByTitle, endTitle, isOursToCall, ring, say } from './remind.ts'

const dialogs: Store<Queue> = createStore(noDialogs)

/** Loads the due dialogs, and removes those whose message was read in the meantime. */
async function renewDialogs(): Promise<void> {
  const due = await call(queryDialogs, {}).catch(() => undefined)
  if (!due) return
  const ids = new Set(due.map(({ id }) => id))
  const isGone = ({ kind, message }: { kind: string; message?: Message }) =>
    kind !== 'alert' && message !== undefined && !ids.has(message.id)
  dialogs.set((now) => enqueue(without(now, isGone, Date.now()), due.map(dialogOf), Date.now()))
}

/** Lists on screen reload at most once in this time, for any number of messages. */
const renewMs = 1000

function useListening(): void {
  const queries = useQueryClient()
  const [styles] = useSetting('promptType')
  const [types] = useSetting('messageTypes')
  const [speaks] = useSetting('speaksMessages')
  const chosen = useRef({ styles, types, speaks })
  chosen.current = { styles, types, speaks }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [queryMessages.path] })
        void renewDialogs()
      }, renewMs)
    }
    const onMessage = (message: Message) => {
      renew()
      if (message.type === 'alarm') alarmsHeard()
      const { styles, types, speaks } = chosen.current
      if (!types.includes(message.type)) return
      if (styles.includes('title')) callByTitle(message.title)
      if (styles.includes('alter') && !isShownElsewhere(message))
        dialogs.set((now) => alertOf(now, message, Date.now()))
      if (!styles.includes('sound')) return
      void isOursToCall(`${message.id}/${message.alarmBroadcastTimes}`).then((isOurs) => {
        if (!isOurs) return
        ring()
        if (speaks) void say(`${message.title} ${message.note}`.slice(0, 200), language())
      })
    }
    const onChange = () => {
      renew()
      alarmsHeard()
    }
    const stop = listen({ onMessage, onChange })
    return () => {
      stop()
      clearTimeout(timer)
      endTitle()
      // [S4] Dialogs close on arrival at /login.
      dialogs.set(noDialogs)
    }
    // The language is not a dependency: a change must not restart this effect, because its end closes the dialogs.
  }, [queries])
}

export function MessageWatch() {
  useListening()
  const me = useMe()
  const queue = useStore(dialogs)
  useEffect(() => {
    dialogs.set((now) => enqueue(now, remindersOf(me), Date.now()))
  }, [me])
  useEffect(() => {
    if (queue.shown || queue.waiting.length === 0) return undefined
    const next = () => dialogs.set((now) => shownNow(now, Date.now()))
    const timer = setTimeout(next, Math.max(0, queue.nextAt - Date.now()))
    return () => clearTimeout(timer)
  }, [queue])
  const isShown = useTurn(queue.shown !== null)
  return queue.shown && isShown && <NoticeDialog key={queue.shown.key} dialog={queue.shown} queue={dialogs} />
}
