"""Why a bar is missed, by the name of its row. A row that is not here says that its cause has not been examined."""

ROWS_ON_LANES = (
    "eight rows take some 190 operations on lanes, 54 loads and 55 stores for each body. The bar comes from a processor whose "
    "registers hold eight numbers (avx512f); where they hold four, each of these is two instructions."
)

CAUSES: dict[str, str] = {
    "linear model of a ladder of 99 bars in 33 loops, first question": (
        "all of it is Python: half traces the equations and begins the search, a third derives their kernels, a sixth loads cells of "
        "code from the disk."
    ),
    "four-bar, 10 s at 1e-07, in closed form": (
        "an evaluation takes 34 ns instead of 57, 11 of them for one sine and cosine, and each operation waits for the one before; "
        "the integrator, which both need, takes 15 ns more. Steps are held to half the tolerance, for the same error, and there "
        "are a seventh more of them. The work by which rows were the slower ones is gone: projection, and all but a "
        "third of the time of a row of output."
    ),
    "root locus of the four-bar, 1000 values, first question": (
        "half is assembly and the search for the first equilibrium, the other half 17 linear models; the 1000 roots take 5 ms."
    ),
    "linear model of the hung four-bar, equilibrium searched, first question": (
        "half is the formulation and assembly, which the run needs as well; the search takes about ten steps, each with interpreted "
        "kernels, and costs as much as the run's own steps do."
    ),
    "forward dynamics, hinged chain, N = 10, net of calls, against CasADi C": (
        "CasADi's code is straight-line code for this one chain: frames parallel at zero and the zeros of places and centres "
        "are gone from it before C sees it. Ours loops over one pass for each pattern of zeros and ones, and reads all other "
        "numbers from tables."
    ),
    "heavy top, 1 s at 1e-05, against Exudyn": (
        "Exudyn's best model here is not a body on a ball joint but a kinematic tree of three hinges, whose spin is a "
        "coordinate of its own; an explicit method then needs a few dozen steps. Ours is compared in the same coordinates; "
        "the row on a ball joint has the model that most would write."
    ),
    "cached start to 10 s of a four-bar": (
        "a fifth is NumPy's import, a third that of our own modules, a fifth tracing and running the mechanism, a tenth the end of "
        "the process."
    ),
    "cold start to 10 s of a four-bar": (
        "compiling the loops takes 0.4 s, the kernels 0.1 s, imports 0.2 s."
    ),
    "from model to machine code, tree of seven joints of 200": (
        "about half is the compiler, most of it making machine code for 117 different cells, some of a thousand operations; "
        "the other half is tracing these cells in Python."
    ),
    "from model to machine code, tree of seven joints, 200 after 60 others": (
        "nine tenths are Python: every mechanism traces its cells anew before it can know that they are in the cache."
    ),
    "growth of forward dynamics with the length of a chain: exponent": (
        "a chain of 10 stays in the nearest cache and costs a tenth less per body than one of 100; from 40 on growth is even."
    ),
    "Jacobian of forward dynamics, hinged chain, N = 10": ROWS_ON_LANES,
    "Jacobian of forward dynamics, hinged chain, N = 10, against CasADi C": ROWS_ON_LANES,
    "Jacobian of forward dynamics, hinged chain, N = 40": ROWS_ON_LANES,
    "Jacobian of forward dynamics, generic chain, N = 10": ROWS_ON_LANES,
    "Jacobian of forward dynamics, generic chain, N = 40": ROWS_ON_LANES,
    "lanes, four-bar kernel, 8 lanes: throughput over scalar": (
        "where registers hold four numbers (no avx512f), eight lanes are two instructions each."
    ),
}
