import { type RoomServer, serveOperator } from '../../frame/serve.ts'
import { codes, messageChannels, queryOutbox } from './contract.ts'

export default [
  serveOperator(queryOutbox, async (_, { use }) => ({
    channels: messageChannels.map((channel) => ({
      channel,
      by: use(codes).by(channel),
      isFailing: use(codes).isFailing(channel),
    })),
    messages: [...(use(codes).outbox() ?? [])],
  })),
] satisfies RoomServer
