"""Pieces of a job on the machines of a Dask cluster, in place of the further processes of its own machine.

A job reaches no network, and nothing outside of its sandbox reads what it pickled. So three processes have a part in it:

* the job (`helpers.py`) writes its pieces, as bytes, to a channel that it inherited;
* the bridge (`bridge.py`), started by the worker outside of the sandbox, passes the bytes on as tasks of `dask.distributed`;
* on each machine of the cluster a Dask worker (`tasks.py`) hands them to a process that is shut in (`host.py`), which alone reads them.

What a job writes is unpickled by processes for pieces, which are shut in as jobs are and have no more rights than the Dask worker gives to
whoever reaches its scheduler. What they answer is unpickled by the job, in its sandbox. The job so believes the cluster that an
administrator named, and nobody else: the channel has no name, and no text that a person sends is ever unpickled.

`dask.distributed` is optional (`requirements-dask.txt`), and only the bridge and the Dask workers import it.
"""
