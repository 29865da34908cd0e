/** Talks with a Cuvette result in a frame: get(), set({ structure, atoms, tab, frame, mode }) and theme('dark') give the state after it;
 *  on('select', (detail) => …), also load, state, rows, tab, frame, height, error, gives what ends it. The frame gets its content's height. */
export function cuvetteFrame(iframe, { autoHeight = true, home = new URL(iframe.src).origin } = {}) {
  const message = (type, more) => ({ namespace: 'cuvette', version: 1, type, ...more });
  const open = { port: null, asked: new Map() }; // `asked`: what was not answered yet.
  const hear = ({ data: { type, id, state, message: text, event, detail } }) => {
    const around = getComputedStyle(iframe).boxSizing === 'border-box' ? iframe.offsetHeight - iframe.clientHeight : 0;
    if (event === 'height' && autoHeight) iframe.style.height = `${detail.height + around}px`;
    if (id) open.asked.get(id)?.[type === 'answer' ? 'resolve' : 'reject'](state ?? new Error(text));
    else iframe.dispatchEvent(new CustomEvent(`cuvette-${event}`, { detail }));
  };
  addEventListener('message', ({ source, origin, data }) => {
    const known = self.origin === 'null' || iframe.sandbox.length > 0 ? [home, 'null'] : [home]; // A sandbox takes it away.
    const ours = source === iframe.contentWindow && known.includes(origin);
    if (!ours || data?.namespace !== 'cuvette' || data.type !== 'hello') return;
    const { port1, port2 } = new MessageChannel(); // The frame answers into its end: no other page hears or speaks there.
    open.port = Object.assign(port1, { onmessage: hear });
    source.postMessage(message('connect', { autoHeight }), origin === home ? home : '*', [port2]);
    for (const { said } of open.asked.values()) open.port.postMessage(said); // Asked too early, or loaded anew since.
  });
  iframe.contentWindow?.postMessage(message('hello'), '*'); // Either may be there first; hello is answered with hello.
  const ask = async (type = 'get', more = {}) => {
    const answer = { ...Promise.withResolvers(), said: message(type, { ...more, id: String(Math.random()) }) };
    open.port?.postMessage(answer.said);
    return open.asked.set(answer.said.id, answer) && answer.promise.finally(() => open.asked.delete(answer.said.id));
  };
  const on = (event, listen, name = `cuvette-${event}`, heard = ({ detail }) => listen(detail)) =>
    iframe.addEventListener(name, heard) ?? (() => iframe.removeEventListener(name, heard));
  return { get: () => ask(), set: (state) => ask('set', { state }), theme: (theme) => ask('theme', { theme }), on };
}
