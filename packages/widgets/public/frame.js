/** Talks with a Cuvette result in a frame: get(), set({ structure, atoms, tab, frame, mode }) and theme('dark') give the state after it;
 *  on('select', (detail) => …), also load, state, rows, tab, frame, height, error. The frame gets the height of its content. */
export function cuvetteFrame(iframe, { autoHeight = true } = {}) {
  const home = new URL(iframe.src).origin;
  const message = (type, more) => ({ namespace: 'cuvette', version: 1, type, ...more });
  const [asked, opened] = [[], Promise.withResolvers()];
  const hear = ({ data: { type, id, state, message: text, event, detail } }) => {
    if (event === 'height' && autoHeight) iframe.style.height = `${detail.height}px`;
    if (id) asked[id][type === 'answer' ? 'resolve' : 'reject'](state ?? new Error(text));
    else iframe.dispatchEvent(new CustomEvent(`cuvette-${event}`, { detail }));
  };
  addEventListener('message', ({ source, origin, data }) => {
    const ours = source === iframe.contentWindow && (origin === home || origin === 'null'); // A sandbox takes the origin away.
    if (!ours || data?.namespace !== 'cuvette' || data.type !== 'hello') return;
    const { port1, port2 } = new MessageChannel(); // The frame answers into its end: no other page hears or speaks there.
    port1.onmessage = hear;
    source.postMessage(message('connect', { autoHeight }), origin === home ? home : '*', [port2]);
    opened.resolve((opened.promise = port1));
  });
  iframe.contentWindow?.postMessage(message('hello'), '*'); // Either may be there first; hello is answered with hello.
  const ask = async (type, more) => {
    const answer = Promise.withResolvers();
    const id = String(asked.push(answer) - 1);
    (await opened.promise).postMessage(message(type, { ...more, id }));
    return answer.promise.finally(() => delete asked[id]);
  };
  const on = (event, listen) => iframe.addEventListener(`cuvette-${event}`, ({ detail }) => listen(detail));
  const set = (state) => ask('set', { state });
  return { get: () => ask('get'), set, theme: (theme) => ask('theme', { theme }), on };
}
