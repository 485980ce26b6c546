import { type RoomServer, serveOperator } from '../../frame/serve.ts'
import { messageChannels, queryOutbox } from './contract.ts'

export default [
  serveOperator(queryOutbox, async (_, { codes }) => ({
    channels: messageChannels.map((channel) => ({
      channel,
      by: codes.by(channel),
      isFailing: codes.isFailing(channel),
    })),
    messages: [...(codes.outbox() ?? [])],
  })),
] satisfies RoomServer
