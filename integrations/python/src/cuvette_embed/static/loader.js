/**
 * Unpacks the script of Cuvette, which comes with the widget as bytes, and hands the cell over to it. A page does so once, however many cells it has.
 * Nothing is asked of any server.
 */
const key = (model) => Symbol.for(`cuvette.notebook.${model.get('_script_name')}`);

function load(model) {
  const name = key(model);
  globalThis[name] ??= unpack(model.get('_script')).catch((error) => {
    delete globalThis[name];
    throw error;
  });
  return globalThis[name];
}

async function unpack(bytes) {
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = new Blob([await new Response(text).arrayBuffer()], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  try {
    return await import(/* @vite-ignore */ address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function render({ model, el }) {
  const { render } = await load(model);
  return render({ model, el });
}

export default { render };
